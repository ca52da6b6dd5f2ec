// Every configuration of a plan on every workload of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "collisionchip/testbench/api/collide.h"

namespace collisionchip::api {

// How the points of a plan are computed.
struct ExploreRequest {
  double timeout_seconds = 0;  // after which a configuration counts as failed on a workload; 0: none
  bool check = true;           // hold the answers against the software reference
  bool retry_failed = false;   // compute again what failed before
  // If there is a number, only points that may have the least cycles by their estimates are simulated, and at least so many.
  std::optional<std::uint64_t> keep = std::nullopt;
  bool progress = false;  // a line on stderr, as the command line shows it
};

// What became of them. The results are in the folder.
struct ExploreSummary {
  std::uint64_t points = 0;    // of the plan
  std::uint64_t computed = 0;  // configurations on workloads, now
  std::uint64_t reused = 0;    // configurations on workloads that the folder had
  std::uint64_t failed = 0;    // of those computed now
  std::uint64_t skipped = 0;   // points that break a rule between keys
  std::uint64_t pruned = 0;    // points that cannot be the best
};

// Runs a plan file (docs/explore.md) on forked processes. The folder is that of `collisionchip explore --out`: what it has is not
// computed again, so that a run that was stopped goes on, and at the end its results.json has all results. Error if the plan is
// wrong, somebody else uses the folder, no result could be computed, or the chip and the reference disagree: then, too, the
// tables are written.
ExploreSummary explore(const std::string& plan, const std::string& folder, const ExploreRequest& request = {},
                       const BatchOptions& options = {});

}  // namespace collisionchip::api
