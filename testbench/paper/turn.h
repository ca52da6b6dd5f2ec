// What was measured over one tumbling turn: by name the
// sum and the largest of a number over all orientations.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip {

class Turn {
 public:
  void add(const std::string& name, double value);
  // What others have added up.
  void set(const std::string& name, std::uint64_t values, double sum, double max) {
    tallies_[name] = {values, sum, max};
  }

  bool has(const std::string& name) const { return tallies_.count(name) != 0; }
  // Each throws std::out_of_range for a name that was never added.
  double sum(const std::string& name) const { return tallies_.at(name).sum; }
  double max(const std::string& name) const { return tallies_.at(name).max; }
  double mean(const std::string& name) const;

  // {"name": [values, sum, max], ...}; doubles survive the round trip. from_json throws
  // nlohmann::json::exception if it is something else.
  nlohmann::ordered_json to_json() const;
  static Turn from_json(const nlohmann::ordered_json& json);

 private:
  struct Tally {
    std::uint64_t values = 0;
    double sum = 0, max = 0;
  };
  std::map<std::string, Tally> tallies_;
};

}  // namespace collisionchip
