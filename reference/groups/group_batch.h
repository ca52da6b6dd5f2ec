// Several poses of the same two objects walked together: a group or block that several of them need is read
// once. Each pose has the pairs that it has by itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/sibling_group_traversal.h"

namespace collisionchip {

constexpr std::size_t kMostBatchPoses = 16;

// An aligned group, and which of its members take part in each pose.
struct BatchEntry {
  GroupAddress group = 0;
  std::array<std::uint8_t, kMostBatchPoses> masks{};
};

struct GroupBatchResult {
  std::vector<std::vector<TrianglePair>> pairs;  // by pose, sorted
  // Of all poses together. Lists, groups and blocks are counted once for all poses that take part, everything
  // else for each of them.
  GroupCounters counters;
};

// 1 to kMostBatchPoses poses, all pairs; std::invalid_argument otherwise, or if the layouts differ.
GroupBatchResult sibling_group_batch(const GroupObject& a, const GroupObject& b,
                                     const std::vector<Pose>& poses, const QueryOptions& query_options = {},
                                     const GroupOptions& group_options = {});

}  // namespace collisionchip
