// The Memory Controller of a machine with groups, one for each channel of memory: reads bursts, whose length the Record Cache says.
// A burst goes through the input register beat by beat and is handed out when its last beat is in.
#pragma once

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

class UnitPorts;

class BurstController : public MemoryController {
 public:
  using Params = MemoryControllerParams;

  struct Ports {
    Channel<BurstRequest>& burst_requests;  // from the Record Cache, or from the Engine Switch
    Channel<BurstData>& burst_data;         // to it

    static Ports of(const UnitPorts& ports);
  };

  BurstController(const sc_core::sc_module_name& name, const MemoryControllerParams& params,
                  const Ports& ports);

 private:
  bool has_request(Cycle now) override { return ports_.burst_requests.front(now) != nullptr; }
  Cycle take_request(Cycle now) override;
  void deliver(Cycle now, const InFlight& read, Cycle in_register) override;
  void report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) override;

  Ports ports_;
};

}  // namespace collisionchip
