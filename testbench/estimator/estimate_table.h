// Estimates of many poses as rows, with what they come to together: for the terminal, as CSV and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct EstimateRow {
  std::size_t pose = 0;
  std::size_t lists = 0;  // of the whole query
  Estimate estimate;      // none if it says what is not covered

  bool is_estimated() const { return estimate.not_covered.empty(); }
};

double milliseconds(Cycle cycles, std::uint32_t clock_period_ps);

// Of the poses that are estimated. Nearest ranks: a value that occurs. No rows: all zero.
struct EstimateTotals {
  Cycle cycles = 0, median = 0, p95 = 0, slowest = 0;
  std::size_t poses = 0, lists = 0, slowest_pose = 0;
};
EstimateTotals totals_of(const std::vector<EstimateRow>& rows);

// The line below the table: `clock_period_ps` of the chip.
std::string totals_text(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps);

// One line per pose, in their order. `error_*` in per cent of the cycles, as such estimates are known to have. A pose
// that is not estimated has its lists alone.
std::string estimates_csv(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps);
// The same rows under "poses" (one that is not estimated has "not_covered", why), the totals under "all", `question` as it is given.
std::string estimates_json(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps,
                           const std::vector<std::pair<std::string, std::string>>& question);

}  // namespace collisionchip
