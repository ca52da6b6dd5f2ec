// Every configuration of a plan, computed on every workload of the plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "collisionchip/testbench/api/collide.h"

namespace collisionchip::api {

// How the points of a plan are computed.
struct ExploreRequest {
  double timeout_seconds =
      0;                      // a configuration that takes longer on a workload counts as failed; 0: no limit
  bool check = true;          // compare the answers with the software reference
  bool retry_failed = false;  // compute again what failed before
  // The least number of points to simulate. If given, points that cannot have the least cycles, by their estimates, are left out.
  std::optional<std::uint64_t> keep = std::nullopt;
  bool progress = false;  // a line on stderr, as the command line shows it
};

// What became of the points. The results are in the folder.
struct ExploreSummary {
  std::uint64_t points = 0;    // points of the plan
  std::uint64_t computed = 0;  // results of a configuration on a workload that this call computed
  std::uint64_t reused = 0;    // results of a configuration on a workload that were in the folder already
  std::uint64_t failed = 0;    // computed results that failed
  std::uint64_t skipped = 0;   // points that break a rule between keys
  std::uint64_t pruned = 0;    // points that cannot be the best
};

// Runs a plan file (docs/explore.md) on forked processes. The folder is that of `collisionchip explore --out`. Results in the folder are
// not computed again, so a stopped run can be continued. At the end results.json in the folder has all results. Error if the plan is wrong,
// another process uses the folder, no result could be computed, or the chip and the reference disagree. In the last two cases the tables
// are written first.
ExploreSummary explore(const std::string& plan, const std::string& folder, const ExploreRequest& request = {},
                       const BatchOptions& options = {});

}  // namespace collisionchip::api
