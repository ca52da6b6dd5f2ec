#include "collisionchip/testbench/host/other_machines.h"

#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/groups/sibling_group_traversal.h"
#include "collisionchip/reference/obb/obb_object.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

namespace collisionchip {

void add_volumes(const Mesh& mesh, const ChipConfig& config, CollisionObject& object) {
  if (config.has_obbs()) {
    const bool plain = config.tree.format == TreeFormatKey::obb64;
    object.volumes = make_obb_volumes(mesh, plain ? ObbEncoding::obb64 : ObbEncoding::obb40);
  }
  if (config.has_groups())
    object.groups = std::make_shared<const GroupObject>(GroupObject::build(config.group_layout(), object));
  if (config.has_aabbs()) {
    const bool plain = config.tree.format == TreeFormatKey::aabb32;
    object.volumes = make_aabb_volumes(
        mesh, plain ? AabbPairFormat::aabb32 : AabbPairFormat::aabb21,
        derived_of(config).pairs.refetches_parents ? PairOrder::depth_first : PairOrder::as_built);
  }
}

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

QueryCounts query_counts(const Board& board, std::size_t entry) {
  const auto number = static_cast<std::uint32_t>(entry % board.config().engine.count);
  const GroupEngine& engine = board.chip().unit<GroupEngine>(numbered("group_engine", number));
  return {engine.lists_of(entry), engine.groups_of(entry),
          board.chip().unit<SmallTriangleUnit>(numbered("small_triangle_unit", number)).tests_of(entry)};
}

GroupRegisters group_registers(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                               const QuerySetup& setup) {
  const bool a_tumbled = setup.tumbled_side == TumbledSide::a;
  return make_group_registers(*(a_tumbled ? a : b).groups, *(a_tumbled ? b : a).groups,
                              RigidMap::of(setup.pose, setup.tumbled_side), config.group_filters());
}

}  // namespace collisionchip
