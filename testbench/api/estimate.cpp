#include "collisionchip/testbench/api/estimate.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/estimator/estimate_table.h"
#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip::api {

namespace {

constexpr std::size_t kFewestLists = 10;

Estimate estimate_of(const collisionchip::Estimate& estimate, std::size_t lists, const ChipConfig& config) {
  Estimate result;
  result.lists = lists;
  result.not_covered = estimate.not_covered;
  if (!estimate.not_covered.empty()) return result;
  const KnownError& error = known_error(estimate, 1);
  result.cycles = estimate.cycles;
  result.milliseconds = milliseconds(estimate.cycles, config.chip.clock_period_ps);
  result.bound = estimate.bound;
  result.is_whole = estimate.whole;
  result.error_median = error.median;
  result.error_p95 = error.p95;
  result.error_worst = error.worst;
  return result;
}

void refuse_none(const std::vector<Estimate>& estimates) {
  const auto is_missing = [](const Estimate& one) { return !one.not_covered.empty(); };
  if (!estimates.empty() && std::all_of(estimates.begin(), estimates.end(), is_missing))
    throw NoAnswer("pose 0: " + estimates.front().not_covered);
}

}  // namespace

std::vector<Estimate> estimate(const Config& machine, const Shape& a, const Shape& b,
                               const std::vector<Pose>& poses, const EstimateRequest& request,
                               const BatchOptions& options) {
  return with_errors([&] {
    const ChipConfig& config = machine.chip();
    if (const std::string why = machine_not_covered(config); !why.empty())
      throw InputError("estimate: " + why);
    if (request.lists < kFewestLists)
      throw InputError("lists", fmt::format("at least {}", kFewestLists),
                       fmt::format(", got {}", request.lists));
    check_question(config, a.triangle_count(), b.triangle_count());
    const TreeKey key = tree_key(config);
    const auto of_a = a.data()->object(key, config), of_b = b.data()->object(key, config);
    const QueryOptions asked = query_options(config, *of_a, *of_b, request.first);
    std::vector<Estimate> estimates;
    for (const Pose& pose : poses) {
      check_stop(options);
      QueryEstimator estimator(QueryProfile(*of_a, *of_b, pose, asked), request.lists);
      const collisionchip::Estimate one = estimator.estimate(config);
      estimates.push_back(estimate_of(one, estimator.profile().tape.lists.size(), config));
    }
    refuse_none(estimates);
    return estimates;
  });
}

}  // namespace collisionchip::api
