// A machine as data: its units, the channels and sockets between them. Chip is built from it; pictures, traces,
// reports and tests read it. What is printed by `collisionchip config --netlist` is this.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

// The name of a part of one of several alike memory channels or engines. In the first one the part has the plain name.
inline std::string numbered(const std::string& name, std::uint32_t number) {
  return number == 0 ? name : name + "_" + std::to_string(number);
}

struct UnitRow {
  std::string name;  // of the instance, as in statistics and traces
  std::string kind;  // what it is an instance of (tlm/chip/unit_kinds.h)
  UnitModel model = UnitModel::tlm;
  std::uint32_t number = 0;  // of several that are alike
  // Which unit of the kind, where it has several; empty: that of Figure 4. Nothing that is written or printed says it.
  std::string implementation{};
};

// A port is written "stack_engine.left_sram": an instance, and what the channel is called there, which is how
// its pins in rtl_model/rtl begin.
struct ChannelRow {
  std::string name;            // the writing instance and what it sends
  std::string message;         // a struct of tlm/machine/messages.h
  std::string writer, reader;  // ports
  std::size_t capacity = 1;    // items
  Cycle latency = 1;
  std::string capacity_rule;  // where the capacity comes from: "16 + `stack_engine.look_ahead`"
};

// TLM-2.0 inside the chip: each end is an instance and one of its sockets.
struct SocketRow {
  std::string initiator, target;
};

struct Netlist {
  std::vector<UnitRow> units;        // in the order of statistics and reports
  std::vector<ChannelRow> channels;  // in an order that is part of the trace format
  std::vector<SocketRow> sockets;
};

// "stack_engine" and "left_sram" of "stack_engine.left_sram".
std::string unit_of(const std::string& port);
std::string name_at_unit(const std::string& port);

// The unit's place in netlist.units. std::out_of_range if there is none of this name.
std::size_t place_of(const Netlist& netlist, const std::string& unit);
// The rows of channels that end at this unit, on either side.
std::vector<ChannelRow> channels_of(const Netlist& netlist, const std::string& unit);

nlohmann::ordered_json netlist_json(const Netlist& netlist);

}  // namespace collisionchip
