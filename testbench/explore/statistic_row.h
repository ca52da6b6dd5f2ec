// Everything a query tells, as one row of numbers: what an exploration stores for each configuration and
// workload.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/driver.h"

namespace collisionchip {

// In the order of a row: queries, pairs, cycles, ..., accounts ("sdram.stalled.access"), the table of
// statistics ("sdram.reads"). Of a histogram three numbers: ".total", how many there were, ".weighted", the
// sum of their values (the mean is weighted / total), and ".largest".
const std::vector<std::string>& statistic_names();

// The sum over the queries of a workload; of high-water marks the maximum.
class StatisticRow {
 public:
  void add(const ChipAnswer& answer);
  // By statistic_names(); of no query, all zero.
  std::vector<std::uint64_t> values() const;

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace collisionchip
