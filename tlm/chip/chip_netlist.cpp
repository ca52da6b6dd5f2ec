#include "collisionchip/tlm/chip/chip_netlist.h"

#include <algorithm>

#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/netlist_rows.h"

namespace collisionchip {

std::uint32_t copies_of(const std::vector<UnitRow>& units, const std::string& kind) {
  std::uint32_t copies = 1;
  for (const UnitRow& row : units) {
    if (row.kind == kind) copies = std::max(copies, row.number + 1);
  }
  return copies;
}

std::vector<UnitRow> chip_units(const ChipConfig& config) {
  const MachineKind& machine = machine_of(config);
  std::vector<UnitRow> rows = {{"pci_interface", "pci_interface"}};
  for (std::uint32_t i = 0; i < config.memory.channels; ++i)
    rows.push_back({numbered("memory_controller", i), "memory_controller", UnitModel::tlm, i,
                    machine.memory_controller});
  for (const UnitRow& row : machine.units(config)) rows.push_back(row);
  rows.push_back({"pointer_fifo", "pointer_fifo"});
  if (netlist_rows::writes_results(config)) rows.push_back({"result_unit", "result_unit"});
  for (UnitRow& row : rows) {
    const ConfigKey* key = find_key("units." + row.kind);
    if (key != nullptr) row.model = static_cast<UnitModel>(key->get(config));
  }
  return rows;
}

Netlist chip_netlist(const ChipConfig& config) {
  const MachineKind& machine = machine_of(config);
  Netlist netlist;
  netlist.units = chip_units(config);
  netlist.channels = machine.channels(config);
  if (netlist_rows::writes_results(config)) {
    const std::uint32_t queries = queries_of(config);
    netlist_rows::append(netlist.channels, netlist_rows::result_channels({queries, "queries at once"}));
  }
  netlist.sockets = {{"pci_interface.memory", "memory_controller.host"}};
  for (const SocketRow& row : machine.sockets) netlist.sockets.push_back(row);
  return netlist;
}

}  // namespace collisionchip
