// What a machine of sibling groups would do for a query, counted in software: layouts and filters side by
// side with the list traversal over pairs of nodes (docs/groups.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/groups/group_batch.h"

namespace collisionchip {

// The filters that are on: none; the tight volume; it and the slab; all three.
enum class FilterStages { none, tight, slab, all };
constexpr std::array<const char*, 4> kFilterStageNames = {"none", "tight", "slab", "all"};

struct GroupCombination {
  GroupLayout layout;
  FilterStages filters = FilterStages::all;
};

// Numbers added up over the poses.
struct GroupRow {
  GroupCombination combination;
  std::uint64_t image_bytes = 0;  // of both objects
  GroupCounters counters;
  std::uint64_t pairs = 0;
  std::uint64_t wrong_poses = 0;  // whose pairs are not those of the list traversal

  // What is read of groups and blocks if nothing is kept.
  std::uint64_t read_bytes() const;
};

struct GroupCountsResult {
  TraversalCounters today;  // of the list traversal over pairs of nodes
  std::uint64_t pairs = 0;
  std::vector<GroupRow> rows;
};

struct GroupCountsQuestion {
  int k = 24;
  Mesh a;
  std::optional<Mesh> b;  // none: A against itself
  std::vector<Pose> poses;
  std::vector<GroupCombination> combinations;
  std::size_t batch = 1;  // poses walked together, 1 to kMostBatchPoses
};

using GroupCountsProgress = std::function<void(std::size_t done)>;  // of the combinations
GroupCountsResult count_groups(const GroupCountsQuestion& question, const GroupCountsProgress& progress);

// For the terminal: relative to the list traversal. As CSV: numbers; a row for each combination.
std::string group_counts_text(const GroupCountsResult& result);
std::string group_counts_csv(const GroupCountsResult& result);

}  // namespace collisionchip
