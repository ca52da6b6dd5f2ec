// All statistics of a query as one row of numbers. An exploration stores such a row for each configuration and workload.
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

// A row. A value is empty if the machine has no such unit.
using StatisticValues = std::vector<std::optional<std::uint64_t>>;

// The names in the order of a row: queries, pairs, times, cycles, ..., accounts ("sdram.stalled.access"), the table of statistics
// ("sdram.reads").
// - A histogram has three numbers: ".total", how many values it has, ".weighted", their sum (mean = weighted / total), and ".largest".
// - A histogram of lists has two more, over all queries: ".mean_milli", the mean in thousandths, and ".p95", which 95 of 100 do not exceed.
// - "missed_deadlines" counts queries that took more than a millisecond (testbench/account/deadline.h).
// - "peak_bytes" is what the memory's pins could carry in the cycles.
const std::vector<std::string>& statistic_names();
// The index of a name in that list.
std::size_t statistic_column(const std::string& name);
// Whether the machine has the unit of a statistic, given by its index.
bool has_statistic(const ChipConfig& config, std::size_t statistic);
// Whether several workloads combine to the largest value of a statistic, given by its index. If not, their values are added.
bool combines_as_maximum(std::size_t statistic);
// Adds the row of the same machine on one more workload. A row of no workload is empty.
void add_workload(StatisticValues& row, const StatisticValues& more);

// What bounds the queries of a row (testbench/account/roofs.h).
std::vector<Roof> roofs_of(const StatisticValues& row);

// What one answer adds to the counts.
struct AnswerCount {
  std::uint64_t queries = 1, pairs = 0;
  Cycle slowest = 0;
  bool is_late = false;
};

// The sum over the queries of a workload. High-water marks have their maximum.
class StatisticRow {
 public:
  // `config` is the chip that answers.
  explicit StatisticRow(const ChipConfig& config);

  void add(const ChipAnswer& answer);
  // Adds an answer of a scene's frame: `queries` queries that have `pairs` pairs together. It cannot be the slowest or late; end_frame()
  // tells that for the frame.
  void add_of_frame(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs);
  // Ends a frame. "slowest_cycles" is the largest `cycles` of all frames. "missed_deadlines" counts the late frames.
  void end_frame(Cycle cycles, bool is_late);
  // The values in the order of statistic_names(). Without queries all are 0.
  StatisticValues values() const;

 private:
  void add(const ChipAnswer& answer, const AnswerCount& count);
  // Computes times from the sums of cycles at the end, so that each is rounded once.
  void make_times(std::vector<std::uint64_t>& values) const;

  const ChipConfig config_;
  const double peak_bytes_per_cycle_;
  std::vector<std::uint64_t> values_;  // values that are added or maximised one by one
  std::vector<Histogram> histograms_;  // by their index in the table
};

}  // namespace collisionchip
