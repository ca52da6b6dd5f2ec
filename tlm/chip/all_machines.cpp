#include "collisionchip/tlm/chip/all_machines.h"

#include <algorithm>

#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

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
    std::vector<MachineExample> examples;
    for (const MachineKind& machine : machine_kinds()) {
      for (const MachineExample& example : machine.examples()) examples.push_back(example);
    }
    std::sort(examples.begin(), examples.end(),
              [](const MachineExample& a, const MachineExample& b) { return a.place < b.place; });
    std::vector<Netlist> netlists;
    netlists.reserve(examples.size());
    for (const MachineExample& example : examples)
      netlists.push_back(first_of_all(chip_netlist(example.config)));
    return netlists;
  }();
  return all;
}

const std::vector<UnitRow>& all_units() {
  static const std::vector<UnitRow> all = units_of_all();
  return all;
}

}  // namespace collisionchip
