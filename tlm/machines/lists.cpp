// Lists of pairs of nodes with DOPs: the machine of Figure 4.
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/tree_machine.h"

namespace collisionchip {

MachineKind lists_machine() {
  MachineKind machine;
  machine.name = "lists";
  machine.engine = EngineKindKey::tree;
  machine.formats = {TreeFormatKey::dop128};
  machine.units = [](const ChipConfig&) { return tree_machine::units("dop_unit"); };
  machine.channels = [](const ChipConfig& config) { return tree_machine::channels(config, "dop_unit"); };
  machine.sockets = {{"triangle_unit.records", "memory_controller.host"}};
  machine.examples = [] { return std::vector<MachineExample>{{0, ChipConfig{}}}; };
  return machine;
}

}  // namespace collisionchip
