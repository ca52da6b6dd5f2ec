#include "collisionchip/testbench/host/chip_reference.h"

#include "collisionchip/reference/groups/sibling_group_traversal.h"

namespace collisionchip {

namespace {

// In the words of the other traversals.
QueryResult group_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                            const Pose& pose, QueryOptions options) {
  GroupOptions groups;
  groups.filters = config.group_filters();
  groups.small_unit = config.small_triangle_unit.determinants;
  const bool host = groups.small_unit && config.small_triangle_unit.undecided == UndecidedPairs::host;
  if (host) options.answers = Answers::exact;
  const GroupResult found = sibling_group_traversal(*a.groups, *b.groups, pose, options, groups);
  QueryResult result;
  result.pairs = found.pairs;
  result.counters.lists = found.counters.lists;
  result.counters.aligned_pairs = found.counters.groups;
  result.counters.transforms = found.counters.transforms;
  result.counters.overlap_tests = found.counters.node_tests;
  result.counters.triangle_tests = found.counters.triangle_tests;
  result.counters.uncertain = host ? found.counters.undecided : found.counters.uncertain;
  return result;
}

}  // namespace

QueryResult chip_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, bool first_witness) {
  const QueryOptions options = query_options(config, first_witness);
  if (config.has_groups()) return group_reference(config, a, b, pose, options);
  if (config.has_tiles()) return tile_traversal(a, b, pose, options, config.engine.tile);
  return list_traversal(a, b, pose, options);
}

}  // namespace collisionchip
