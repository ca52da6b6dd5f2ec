#include "collisionchip/testbench/estimator/estimate_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

// The smallest value that `percent` of the sorted ones do not exceed.
Cycle nearest_rank(const std::vector<Cycle>& sorted, std::size_t percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

double milliseconds(Cycle cycles, std::uint32_t clock_period_ps) {
  return static_cast<double>(cycles) * clock_period_ps * 1e-9;
}

EstimateTotals totals_of(const std::vector<EstimateRow>& rows) {
  EstimateTotals totals;
  std::vector<Cycle> cycles;
  for (const EstimateRow& row : rows) {
    if (!row.is_estimated()) continue;
    ++totals.poses;
    cycles.push_back(row.estimate.cycles);
    totals.cycles += row.estimate.cycles;
    totals.lists += row.lists;
    if (row.estimate.cycles > totals.slowest) {
      totals.slowest = row.estimate.cycles;
      totals.slowest_pose = row.pose;
    }
  }
  if (cycles.empty()) return totals;
  std::sort(cycles.begin(), cycles.end());
  totals.median = nearest_rank(cycles, 50);
  totals.p95 = nearest_rank(cycles, 95);
  return totals;
}

std::string totals_text(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps) {
  const EstimateTotals totals = totals_of(rows);
  return fmt::format(
      "{:>6}{:>14}{:>12}{:>10}  average {}, median {}, 95 of 100 below {}, slowest {} (pose {})\n", "all",
      totals.cycles, time_text(static_cast<double>(nanoseconds(totals.cycles, clock_period_ps))),
      totals.lists, totals.cycles / std::max<std::size_t>(1, totals.poses), totals.median, totals.p95,
      totals.slowest, totals.slowest_pose);
}

std::string estimates_csv(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps) {
  std::string text = "pose,cycles,ms,lists,bound,whole,error_median,error_p95,error_worst\n";
  for (const EstimateRow& row : rows) {
    if (!row.is_estimated()) {
      text += fmt::format("{},,,{},,,,,\n", row.pose, row.lists);
      continue;
    }
    const KnownError& error = known_error(row.estimate, 1);
    text += fmt::format("{},{},{:.6f},{},{},{},{:g},{:g},{:g}\n", row.pose, row.estimate.cycles,
                        milliseconds(row.estimate.cycles, clock_period_ps), row.lists, row.estimate.bound,
                        row.estimate.whole ? 1 : 0, error.median, error.p95, error.worst);
  }
  return text;
}

std::string estimates_json(const std::vector<EstimateRow>& rows, std::uint32_t clock_period_ps,
                           const std::vector<std::pair<std::string, std::string>>& question) {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : question) json["question"][name] = value;
  json["poses"] = nlohmann::ordered_json::array();
  for (const EstimateRow& row : rows) {
    if (!row.is_estimated()) {
      json["poses"].push_back(
          {{"pose", row.pose}, {"lists", row.lists}, {"not_covered", row.estimate.not_covered}});
      continue;
    }
    const KnownError& error = known_error(row.estimate, 1);
    json["poses"].push_back({{"pose", row.pose},
                             {"cycles", row.estimate.cycles},
                             {"ms", milliseconds(row.estimate.cycles, clock_period_ps)},
                             {"lists", row.lists},
                             {"bound", row.estimate.bound},
                             {"whole", row.estimate.whole},
                             {"error_median", error.median},
                             {"error_p95", error.p95},
                             {"error_worst", error.worst}});
  }
  const EstimateTotals totals = totals_of(rows);
  json["all"] = {{"poses", totals.poses},
                 {"cycles", totals.cycles},
                 {"ms", milliseconds(totals.cycles, clock_period_ps)},
                 {"lists", totals.lists},
                 {"median", totals.median},
                 {"p95", totals.p95},
                 {"slowest", totals.slowest},
                 {"slowest_pose", totals.slowest_pose}};
  return json_text(json, 1) + "\n";
}

}  // namespace collisionchip
