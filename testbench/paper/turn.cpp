#include "collisionchip/testbench/paper/turn.h"

#include <algorithm>

namespace collisionchip {

void Turn::add(const std::string& name, double value) {
  Tally& tally = tallies_[name];
  tally.max = tally.values == 0 ? value : std::max(tally.max, value);
  tally.sum += value;
  ++tally.values;
}

double Turn::mean(const std::string& name) const {
  const Tally& tally = tallies_.at(name);
  return tally.sum / static_cast<double>(tally.values);
}

nlohmann::ordered_json Turn::to_json() const {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, tally] : tallies_) json[name] = {tally.values, tally.sum, tally.max};
  return json;
}

Turn Turn::from_json(const nlohmann::ordered_json& json) {
  Turn turn;
  for (const auto& [name, values] : json.items()) {
    turn.tallies_[name] = {values.at(0).get<std::uint64_t>(), values.at(1).get<double>(),
                           values.at(2).get<double>()};
  }
  return turn;
}

}  // namespace collisionchip
