#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

UnitCost MemoryController::cost(const MemoryControllerParams& /*params*/, const Derived& machine,
                                const MemoryController* /*counted*/) {
  UnitCost cost;
  cost.slowest_path = {"memory_controller", 8690};
  cost.area_um2 = machine.area.memory_controller_um2;
  return cost;
}

}  // namespace collisionchip
