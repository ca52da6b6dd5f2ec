// Which points of a plan are worth simulating: those that, by their estimated cycles and the error that
// estimates are known to have, may be the best.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

constexpr std::uint64_t kMostEstimates = 10'000'000;  // points x workloads

// Estimates configurations on workloads; profiles are made when a configuration first asks their question.
class WorkloadEstimates {
 public:
  // Both must outlive it.
  WorkloadEstimates(const std::vector<Workload>& workloads, ObjectStore& objects)
      : workloads_(workloads), objects_(objects) {}

  // InputError if such a chip cannot be asked (check_question()).
  Estimate estimate(const ChipConfig& config, std::size_t workload);

 private:
  using Question = std::tuple<std::size_t, std::uint32_t, TumbledRule, LeafTest, Answers>;

  const std::vector<Workload>& workloads_;
  ObjectStore& objects_;
  std::map<Question, WorkloadEstimator> estimators_;
};

struct Pruning {
  std::vector<bool> kept;  // by point
  std::uint64_t estimated = 0, pruned = 0, not_covered = 0;
  std::string first_not_covered{};  // "point 3, <workload>: <why>"; empty: all are covered
  double seconds = 0;
};

// Estimates every point on every workload. Kept are the points of which the estimate does not exclude that
// they have the least cycles over all workloads, at least the `least_kept` best, and those that estimates do
// not cover or that cannot be asked. Writes `path`: point,workload,cycles,error_95,error_worst,bound,kept; errors in per cent.
// InputError if the plan's objectives are not the cycles alone, or if it has too many points. Interrupted if stop(), which is asked
// between two points, says so.
Pruning prune(const Plan& plan, const PointSpace& points, const std::vector<Workload>& workloads,
              std::uint64_t least_kept, const std::string& path, const std::function<bool()>& stop = {});

}  // namespace collisionchip
