// Everything a query tells, as one row of numbers: what an
// exploration stores for each configuration and workload.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/account/roofs.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// A row: nothing where the machine has no such unit.
using StatisticValues = std::vector<std::optional<std::uint64_t>>;

// In the order of a row: queries, pairs, times, cycles, ..., accounts ("sdram.stalled.access"), the table of
// statistics ("sdram.reads"). Of a histogram three numbers: ".total", how many there were, ".weighted", the
// sum of their values (the mean is weighted / total), and ".largest". Of those of lists two more, over all
// queries: ".mean_milli", the mean in thousandths, and ".p95", the value that 95 of 100 do not exceed.
// "missed_deadlines": queries that took more than a millisecond (account/deadline.h). "peak_bytes": what the
// memory's pins could carry in the cycles.
const std::vector<std::string>& statistic_names();
// Of a name in that list.
std::size_t statistic_column(const std::string& name);
// By the place of its name: the machine has the unit that it is about.
bool has_statistic(const ChipConfig& config, std::size_t statistic);
// By the place of its name: over several workloads the largest counts, otherwise the sum.
bool combines_as_maximum(std::size_t statistic);
// Of the same machine on one workload more. A row of no workload is empty.
void add_workload(StatisticValues& row, const StatisticValues& more);

// What bounds the queries of a row (account/roofs.h).
std::vector<Roof> roofs_of(const StatisticValues& row);

// What an answer counts as.
struct AnswerCount {
  std::uint64_t queries = 1, pairs = 0;
  Cycle slowest = 0;
  bool is_late = false;
};

// The sum over the queries of a workload; of high-water marks the maximum.
class StatisticRow {
 public:
  // Of the chip that answers.
  explicit StatisticRow(const ChipConfig& config);

  void add(const ChipAnswer& answer);
  // Of a frame of a scene: `answer` is about so many queries with so many pairs together, and neither slow nor late by itself.
  void add_of_frame(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs);
  // A frame ends: what it took of the chip is "slowest_cycles" if no other took more, "missed_deadlines" counts it if late.
  void end_frame(Cycle cycles, bool is_late);
  // By statistic_names(); of no query, all zero.
  StatisticValues values() const;

 private:
  void add(const ChipAnswer& answer, const AnswerCount& count);
  // Times are made of cycles when all are there, so that nothing is rounded twice.
  void make_times(std::vector<std::uint64_t>& values) const;

  const ChipConfig config_;
  const double peak_bytes_per_cycle_;
  std::vector<std::uint64_t> values_;  // that combine by themselves
  std::vector<Histogram> histograms_;  // by their place in the table
};

}  // namespace collisionchip
