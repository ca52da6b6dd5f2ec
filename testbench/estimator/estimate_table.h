// Estimates of many poses as rows, with their totals: for the terminal, as CSV and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct EstimateRow {
  std::size_t pose = 0;
  std::size_t lists = 0;  // lists of the whole query
  Estimate estimate;      // no estimate if its not_covered has a text

  bool is_estimated() const { return estimate.not_covered.empty(); }
};

double milliseconds(Cycle cycles, std::uint32_t clock_period_ps);

// The totals of the poses that are estimated. Median and p95 are nearest ranks, so they are values of the rows. Without rows all are 0.
struct EstimateTotals {
  Cycle cycles = 0, median = 0, p95 = 0, slowest = 0;
  std::size_t poses = 0, lists = 0, slowest_pose = 0;
};
EstimateTotals totals_of(const std::vector<EstimateRow>& rows);

// The line below the table. `clock_period_ps` is the chip's.
std::string totals_text(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps);

// One line per pose, in the order of the poses. `error_*` is the known error of such estimates, in per cent of the cycles. The line of a
// pose that is not estimated has only its lists.
std::string estimates_csv(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps);
// The same rows under "poses", the totals under "all", and `question` unchanged. A pose that is not estimated has the reason in
// "not_covered".
std::string estimates_json(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps,
                           const std::vector<std::pair<std::string, std::string>>& question);

}  // namespace collisionchip
