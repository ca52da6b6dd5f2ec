// The limits of a plan ([limits]): the most that a point may cost. A point beyond a limit keeps its results. It cannot be the best point,
// and it is not on the front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/tlm/config/toml_file.h"

namespace collisionchip {

struct Limit {
  std::string name;           // the plan's name: "chip.area_mm2"
  std::size_t statistic = 0;  // index in statistic_names()
  std::uint64_t most = 0;     // the limit in the statistic's unit
  double written = 0;         // the limit in the name's unit, for messages
};

// Reads the members of the plan's table. A name with a dot may be written as a table within the table. InputError names file, line and the
// statistic with the most similar name.
std::vector<Limit> read_limits(const std::string& path, const Toml& limits);

// The names of the limits that a point exceeds, separated by spaces. `row` is the point's row over all workloads.
std::string beyond(const std::vector<Limit>& limits, const StatisticValues& row);

}  // namespace collisionchip
