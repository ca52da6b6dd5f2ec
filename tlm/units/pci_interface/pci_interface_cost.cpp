#include "collisionchip/tlm/units/pci_interface/pci_interface.h"

namespace collisionchip {

UnitCost PciInterface::cost(const Params& /*params*/, const Derived& machine,
                            const PciInterface* /*counted*/) {
  UnitCost cost;
  cost.slowest_path = {"pci_interface", 9140};
  cost.area_um2 = machine.area.pci_interface_um2;
  return cost;
}

}  // namespace collisionchip
