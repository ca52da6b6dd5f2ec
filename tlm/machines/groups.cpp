// Lists of groups of siblings, worked off by one Group Engine or by several side by side.
#include "collisionchip/tlm/machines/group_netlist.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

namespace groups {
namespace {

std::vector<MachineExample> examples() {
  MachineExample one{4, {}};
  one.config.engine.kind = EngineKindKey::groups;
  MachineExample several{5, one.config};
  several.config.engine.count = several.config.group_engine.queries = 2;
  return {one, several};
}

}  // namespace
}  // namespace groups

MachineKind groups_machine() {
  MachineKind machine;
  machine.name = "groups";
  machine.engine = EngineKindKey::groups;
  machine.units = group_netlist::units;
  machine.channels = group_netlist::channels;
  machine.examples = groups::examples;
  return machine;
}

}  // namespace collisionchip
