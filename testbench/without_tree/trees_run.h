// A run of `collisionchip quickcd`: poses in batches, asked of a device, of the mirror of its scheme, of QuickCD's and our own
// traversal on one core, and of the exact predicate (docs/opencl.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/parallel_trees/tree_batch.h"
#include "collisionchip/testbench/opencl/opencl_trees.h"
#include "collisionchip/testbench/without_tree/made_objects.h"

namespace collisionchip {

struct TreesQuestion {
  std::shared_ptr<const CollisionObject> a;                    // the environment
  std::vector<std::shared_ptr<const CollisionObject>> flying;  // trees of the same k
  std::vector<Pose> poses;      // of each object in turn, time stamp after time stamp
  std::string device = "pocl";  // or "cpu": the mirror
  BatchOptions options;
  OpenclTreesOptions opencl;
  std::size_t batch = 16;  // poses at a time, as far as they are whole time stamps
  bool check = true;
  std::optional<MadeObjects> made;  // if a device built the trees

  std::size_t poses_at_a_time() const {
    const std::size_t most = poses_of_a_round(options.scheme, flying.size());
    return std::clamp(batch / flying.size() * flying.size(), flying.size(), most);
  }
};

struct TreesRun {
  std::string device;
  std::uint64_t colliding = 0, roots_apart = 0, pairs = 0, uncertain = 0, repeats = 0, spilled = 0;
  std::uint64_t environment_reads = 0, path_visits = 0;
  BatchCounters counters;  // of all poses
  BatchTimes times;
  double open_seconds = 0, settle_seconds = 0;
  double processor_seconds = 0;  // of the batches, this host's cores together
  // Processor time of one core, all poses, their settling apart; 0 without a check.
  double mirror_seconds = 0, quickcd_seconds = 0, list_seconds = 0;
  std::uint64_t unlike_mirror = 0, unlike_exact = 0;  // poses
  std::string first_difference;

  bool is_wrong() const { return unlike_mirror + unlike_exact > 0; }
};

// Called with the settled pairs of each pose, in order.
using TakeBatchPairs = std::function<void(std::size_t pose, const std::vector<TrianglePair>& pairs)>;

TreesRun run_trees(const TreesQuestion& question, const TakeBatchPairs& take);

std::string trees_run_text(const TreesQuestion& question, const TreesRun& run);
std::string trees_run_json(const TreesQuestion& question, const TreesRun& run);

}  // namespace collisionchip
