// Everything a query tells, as one row of numbers: what an
// exploration stores for each configuration and workload.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// In the order of a row: queries, pairs, cycles, ..., accounts ("sdram.stalled.access"), the table of
// statistics ("sdram.reads"). Of a histogram three numbers: ".total", how many there were, ".weighted", the
// sum of their values (the mean is weighted / total), and ".largest". Of those of lists two more, over all
// queries: ".mean_milli", the mean in thousandths, and ".p95", the value that 95 of 100 do not exceed.
// "missed_deadlines": queries that took more than a millisecond (account/deadline.h).
const std::vector<std::string>& statistic_names();
// By the place of its name: over several workloads the largest counts, otherwise the sum.
bool combines_as_maximum(std::size_t statistic);

// What an answer counts as.
struct AnswerCount {
  std::uint64_t queries = 1, pairs = 0;
  Cycle slowest = 0;
  bool is_late = false;
};

// The sum over the queries of a workload; of high-water marks the maximum.
class StatisticRow {
 public:
  // `config`: of the chip that answered.
  void add(const ChipAnswer& answer, const ChipConfig& config);
  // Of a frame of a scene: `answer` is about so many queries with so many pairs together, and neither slow nor late by itself.
  void add_of_frame(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs);
  // A frame ends: what it took of the chip is "slowest_cycles" if no other took more, "missed_deadlines" counts it if late.
  void end_frame(Cycle cycles, bool is_late);
  // By statistic_names(); of no query, all zero.
  std::vector<std::uint64_t> values() const;

 private:
  void add(const ChipAnswer& answer, const AnswerCount& count);

  std::vector<std::uint64_t> values_;  // that combine by themselves
  std::vector<Histogram> histograms_;  // by their place in the table
};

}  // namespace collisionchip
