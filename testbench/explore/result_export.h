// The results of a plan for other programs: DIR/results.csv and DIR/results.json, by point number, and DIR/front.csv,
// the points that no other beats in all objectives. Same plan, same program: the same bytes, however many processes computed them, in whatever order, in how many runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

constexpr const char *kResultTable = "results.csv", *kResultJson = "results.json", *kFrontTable = "front.csv";

// The point with the least sum of a statistic over all workloads, of those within the limits.
struct BestPoint {
  std::uint64_t point = 0;
  std::uint64_t value = 0;
};

struct ExportSummary {
  std::uint64_t rows = 0;
  std::uint64_t done = 0;
  std::uint64_t failed = 0, skipped = 0;
  std::uint64_t missing = 0;                  // not computed: the run was interrupted, or a shard is lost
  std::vector<std::uint64_t> missing_points;  // with one or more of these
  std::uint64_t pruned = 0;                   // not computed: the estimate excludes them
  std::uint64_t disagreed = 0;                // of the failed: the chip and the reference
  std::uint64_t beyond = 0;                   // points beyond a limit
  std::uint64_t complete = 0,
                front = 0;    // points within the limits with all results, and of these on the front
  std::string first_failure;  // "point 3, gears: ..."
  std::vector<std::optional<BestPoint>> best;  // by the plan's objectives
  std::vector<std::uint64_t> lacking;  // by objective: points within the limits whose machines lack it
};

// What `point` changes in the plan's chip: "sdram.banks=8 sdram.page_policy=open".
std::string settings_of(const Plan& plan, const ChipConfig& config);

// `wanted`: the points that were to be computed, if not all. InputError when a file cannot be written. The
// files are replaced when they are complete.
ExportSummary export_results(const Plan& plan, const PointSpace& points,
                             const std::vector<Workload>& workloads, ResultStore& store,
                             const std::string& directory, const PointFilter& wanted = {});

}  // namespace collisionchip
