#include "collisionchip/tlm/units/memory_controller/burst_controller.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

BurstController::Ports BurstController::Ports::of(const UnitPorts& ports) {
  return {ports.at<BurstRequest>("burst_requests"), ports.at<BurstData>("burst_data")};
}

BurstController::BurstController(const sc_core::sc_module_name& name, const MemoryControllerParams& params,
                                 const Ports& ports)
    : MemoryController(name, params), ports_(ports) {
  ports_.burst_requests.bind_reader(*this);
  listen(ports_.burst_requests);
}

Cycle BurstController::take_request(Cycle now) {
  const BurstRequest burst = *ports_.burst_requests.front(now);
  ports_.burst_requests.pop(now);
  begin_request(now, {burst.kind, burst.address, burst.bytes});
  return now;
}

void BurstController::deliver(Cycle now, const InFlight& read, Cycle in_register) {
  BurstData data;
  data.address = read.request.address;
  std::copy_n(read.payload->data.words.begin(), read.request.bytes / 4, data.words.begin());
  ports_.burst_data.put(now, data, pass_through(read.request, in_register) - now - 1);
}

void BurstController::report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) {
  ports_.burst_data.put(now, {request.address, {}, error}, visible - now - 1);
}

}  // namespace collisionchip
