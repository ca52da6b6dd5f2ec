#include "collisionchip/tlm/chip/all_machines.h"

#include <algorithm>

#include "collisionchip/tlm/chip/chip_netlist.h"

namespace collisionchip {

namespace {

// Leaves the first of several instances that are alike: it stands for all.
Netlist first_of_all(Netlist machine) {
  const auto is_further = [&](const std::string& port) {
    return machine.units[place_of(machine, unit_of(port))].number > 0;
  };
  std::vector<ChannelRow>& channels = machine.channels;
  channels.erase(
      std::remove_if(channels.begin(), channels.end(),
                     [&](const ChannelRow& row) { return is_further(row.writer) || is_further(row.reader); }),
      channels.end());
  std::vector<UnitRow>& units = machine.units;
  units.erase(std::remove_if(units.begin(), units.end(), [](const UnitRow& unit) { return unit.number > 0; }),
              units.end());
  return machine;
}

std::vector<UnitRow> units_of_all() {
  std::vector<UnitRow> all;
  for (const Netlist& machine : all_machines()) {
    for (const UnitRow& unit : machine.units) {
      const bool known =
          std::any_of(all.begin(), all.end(), [&](const UnitRow& row) { return row.name == unit.name; });
      if (!known) all.push_back(unit);
    }
  }
  return all;
}

}  // namespace

const std::vector<Netlist>& all_machines() {
  static const std::vector<Netlist> all = [] {
    ChipConfig boxes, brute_force, aligned_boxes, groups, engines;
    groups.engine.kind = engines.engine.kind = EngineKindKey::groups;
    engines.engine.count = engines.group_engine.queries = 2;
    aligned_boxes.tree.format = TreeFormatKey::aabb32;
    boxes.tree.format = TreeFormatKey::obb64;
    brute_force.engine.kind = EngineKindKey::brute_force;
    return std::vector<Netlist>{chip_netlist(ChipConfig{}), chip_netlist(boxes),
                                chip_netlist(brute_force),  chip_netlist(aligned_boxes),
                                chip_netlist(groups),       first_of_all(chip_netlist(engines))};
  }();
  return all;
}

const std::vector<UnitRow>& all_units() {
  static const std::vector<UnitRow> all = units_of_all();
  return all;
}

}  // namespace collisionchip
