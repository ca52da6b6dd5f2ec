#include "collisionchip/tlm/units/memory_controller/triangle_controller.h"

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

TriangleController::Ports TriangleController::Ports::of(const UnitPorts& ports) {
  return {ports.at<ReadRequest>("triangle_requests"), ports.at<TriangleData>("triangle_data")};
}

TriangleController::TriangleController(const sc_core::sc_module_name& name,
                                       const MemoryControllerParams& params, const Ports& ports)
    : MemoryController(name, params), ports_(ports) {
  ports_.triangle_requests.bind_reader(*this);
  listen(ports_.triangle_requests);
}

Cycle TriangleController::take_request(Cycle now) {
  const ReadRequest request = *ports_.triangle_requests.front(now);
  ports_.triangle_requests.pop(now);
  begin_request(now, {request.kind, request.address, kTriangleBytes});
  return now;
}

void TriangleController::deliver(Cycle now, const InFlight& read, Cycle in_register) {
  ports_.triangle_data.put(now, triangle_of(read), pass_through(read.request, in_register) - now - 1);
}

void TriangleController::report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) {
  ports_.triangle_data.put(now, {request.address, {}, error}, visible - now - 1);
}

}  // namespace collisionchip
