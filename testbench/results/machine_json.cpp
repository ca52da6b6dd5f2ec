#include "collisionchip/testbench/results/machine_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace collisionchip {

namespace {

// In one order, for writing and reading.
template <typename Machine, typename Visit>
void for_each_fact(Machine& machine, const Visit& visit) {
  visit("memory", machine.memory);
  visit("channels", machine.channels);
  visit("gb_per_s", machine.gb_per_s);
  visit("bytes_per_cycle", machine.bytes_per_cycle);
  visit("mm2", machine.mm2);
  visit("clock_mhz", machine.clock_mhz);
  visit("clock_met_mhz", machine.clock_met_mhz);
  visit("slowest_unit", machine.slowest_unit);
}

}  // namespace

nlohmann::ordered_json machine_json(const MachineFacts& machine) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for_each_fact(machine, [&](const char* name, const auto& fact) { json[name] = fact; });
  json["mm2"] = std::round(machine.mm2 * 1e6) / 1e6;  // whole square micrometres
  return json;
}

MachineFacts machine_of(const nlohmann::ordered_json& json) {
  MachineFacts machine;
  for_each_fact(machine, [&](const char* name, auto& fact) { json.at(name).get_to(fact); });
  return machine;
}

}  // namespace collisionchip
