#include "collisionchip/tlm/machine/netlist.h"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace collisionchip {

std::string unit_of(const std::string& port) {
  return port.substr(0, port.find('.'));
}

std::string name_at_unit(const std::string& port) {
  return port.substr(port.find('.') + 1);
}

std::size_t place_of(const Netlist& netlist, const std::string& unit) {
  const auto found = std::find_if(netlist.units.begin(), netlist.units.end(),
                                  [&](const UnitRow& row) { return row.name == unit; });
  if (found == netlist.units.end()) throw std::out_of_range("no unit '" + unit + "' in the machine");
  return static_cast<std::size_t>(found - netlist.units.begin());
}

std::vector<ChannelRow> channels_of(const Netlist& netlist, const std::string& unit) {
  std::vector<ChannelRow> rows;
  for (const ChannelRow& row : netlist.channels) {
    if (unit_of(row.writer) == unit || unit_of(row.reader) == unit) rows.push_back(row);
  }
  return rows;
}

nlohmann::ordered_json netlist_json(const Netlist& netlist) {
  using Json = nlohmann::ordered_json;
  Json units = Json::array(), channels = Json::array(), sockets = Json::array();
  for (const UnitRow& row : netlist.units)
    units.push_back(
        {{"name", row.name}, {"kind", row.kind}, {"model", row.model == UnitModel::rtl ? "rtl" : "tlm"}});
  for (const ChannelRow& row : netlist.channels)
    channels.push_back({{"name", row.name},
                        {"message", row.message},
                        {"writer", row.writer},
                        {"reader", row.reader},
                        {"capacity", row.capacity},
                        {"capacity_rule", row.capacity_rule},
                        {"latency", row.latency}});
  for (const SocketRow& row : netlist.sockets)
    sockets.push_back({{"initiator", row.initiator}, {"target", row.target}});
  return {{"units", units}, {"channels", channels}, {"sockets", sockets}};
}

}  // namespace collisionchip
