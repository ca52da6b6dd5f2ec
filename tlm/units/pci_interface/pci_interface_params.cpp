#include "collisionchip/tlm/units/pci_interface/pci_interface_params.h"

namespace collisionchip {

PciInterfaceParams PciInterfaceParams::of(const PciBus& keys, const Derived& machine) {
  PciInterfaceParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.fifo_threshold = machine.fifo_threshold;
  params.frame_words = machine.frame_words;
  params.mmm_words = machine.mmm_words;
  params.queries = machine.queries;
  params.objects = machine.groups.pose_objects;
  params.link = machine.link;
  return params;
}

}  // namespace collisionchip
