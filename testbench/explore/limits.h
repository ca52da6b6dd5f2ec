// What a point may cost at most: [limits] of a plan. A point beyond one keeps its results, and is neither the best nor on the
// front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/tlm/config/toml_file.h"

namespace collisionchip {

struct Limit {
  std::string name;           // as the plan has it: "chip.area_mm2"
  std::size_t statistic = 0;  // its place in statistic_names()
  std::uint64_t most = 0;     // in units of the statistic, whatever the name's are
  double written = 0;         // in the name's, to be shown
};

// The members of the plan's table; names with dots may be written as tables within it. InputError names file, line and the
// nearest statistic.
std::vector<Limit> read_limits(const std::string& path, const Toml& limits);

// The names of the limits that a point is beyond, with a space between two. `row`: of all workloads together.
std::string beyond(const std::vector<Limit>& limits, const StatisticValues& row);

}  // namespace collisionchip
