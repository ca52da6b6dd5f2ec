// The Memory Controller of a machine without a tree: reads triangles, which the Pair Sequencer asks for and the Triangle Unit gets.
// A triangle goes through the input register beat by beat and is handed out when its last beat is in.
#pragma once

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

class UnitPorts;

class TriangleController : public MemoryController {
 public:
  using Params = MemoryControllerParams;

  struct Ports {
    Channel<ReadRequest>& triangle_requests;  // from the Pair Sequencer
    Channel<TriangleData>& triangle_data;     // to the Triangle Unit

    static Ports of(const UnitPorts& ports);
  };

  TriangleController(const sc_core::sc_module_name& name, const MemoryControllerParams& params,
                     const Ports& ports);

 private:
  bool has_request(Cycle now) override { return ports_.triangle_requests.front(now) != nullptr; }
  Cycle take_request(Cycle now) override;
  void deliver(Cycle now, const InFlight& read, Cycle in_register) override;
  void report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) override;

  Ports ports_;
};

}  // namespace collisionchip
