// The variants that the paper names in addition to its traversal: the traditional one with its transforms kept (§3.1),
// and more than two tumbled nodes at a time (footnote 1).
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

const GroupShape kShapes[] = {{1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 3}, {1, 2}, {4, 4}};

std::vector<QueryOptions> options_of_variants() {
  std::vector<QueryOptions> options;
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops})
      options.push_back({side, leaf_test, false, Answers::exact});
  }
  return options;
}

void expect_same(const TraversalCounters& x, const TraversalCounters& y) {
  EXPECT_EQ(x.tumbled_visits, y.tumbled_visits);
  EXPECT_EQ(x.aligned_visits, y.aligned_visits);
  EXPECT_EQ(x.transforms, y.transforms);
  EXPECT_EQ(x.overlap_tests, y.overlap_tests);
  EXPECT_EQ(x.triangle_tests, y.triangle_tests);
  EXPECT_EQ(x.uncertain, y.uncertain);
  EXPECT_EQ(x.lists, y.lists);
  EXPECT_EQ(x.aligned_pairs, y.aligned_pairs);
}

// `memory` is that of all queries of a test: what one leaves there, another one must not find.
void expect_variants(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                     const QueryOptions& options, TransformedNodes<PartnerDop>& memory) {
  const QueryResult old = simultaneous_traversal(a, b, pose, options);
  const QueryResult stored = simultaneous_stored_traversal(a, b, pose, options, memory);
  const QueryResult stacked = simultaneous_stacked_traversal(a, b, pose, options);
  for (const QueryResult* variant : {&stored, &stacked}) {
    EXPECT_EQ(variant->pairs, old.pairs);
    EXPECT_EQ(variant->counters.overlap_tests, old.counters.overlap_tests);
    EXPECT_EQ(variant->counters.triangle_tests, old.counters.triangle_tests);
    EXPECT_EQ(variant->counters.aligned_visits, old.counters.aligned_visits);
    EXPECT_EQ(variant->counters.node_writes, variant->counters.transforms);
  }
  EXPECT_EQ(stored.counters.tumbled_visits, old.counters.tumbled_visits);
  EXPECT_LE(stored.counters.transforms, stacked.counters.transforms);
  EXPECT_LE(stacked.counters.transforms, stacked.counters.tumbled_visits);
  EXPECT_LE(stacked.counters.transforms, old.counters.transforms);
  EXPECT_EQ(old.counters.node_writes, 0u);
  if (options.leaf_test == LeafTest::dop_first && !options.first_witness) {
    EXPECT_EQ(stored.counters.transforms, single_list_traversal(a, b, pose, options).counters.transforms);
    EXPECT_EQ(stacked.counters.transforms, stacked.counters.tumbled_visits);
  }
}

std::size_t expect_agreement(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                             TransformedNodes<PartnerDop>& memory) {
  std::size_t pairs = 0;
  for (QueryOptions options : options_of_variants()) {
    const QueryResult list = list_traversal(a, b, pose, options);
    expect_variants(a, b, pose, options, memory);
    for (const GroupShape& shape : kShapes) {
      const QueryResult group = group_traversal(a, b, pose, options, shape);
      EXPECT_EQ(group.pairs, list.pairs);
      EXPECT_TRUE(std::is_sorted(group.pairs.begin(), group.pairs.end()));
    }
    const QueryResult pairwise = group_traversal(a, b, pose, options, {});
    EXPECT_EQ(pairwise.pairs, list.pairs);
    expect_same(pairwise.counters, list.counters);
    pairs += list.pairs.size();
    options.first_witness = true;
    expect_variants(a, b, pose, options, memory);
    EXPECT_EQ(group_traversal(a, b, pose, options, {}).pairs, list_traversal(a, b, pose, options).pairs);
  }
  return pairs;
}

TEST(TraversalVariants, AgreeOnSmallSoups) {
  Random random(31);
  TransformedNodes<PartnerDop> memory;
  std::size_t pairs = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const auto size = [&] { return static_cast<std::uint32_t>(1 + random.below(1 << random.below(6))); };
    const TreeOptions tree{24, i % 2 == 0 ? "dop" : "mean"};
    const CollisionObject a =
        CollisionObject::build(testing_support::random_soup(random, size(), 1, 0.5), tree);
    const CollisionObject b =
        CollisionObject::build(testing_support::random_soup(random, size(), 1, 0.5), tree);
    pairs += expect_agreement(a, b, testing_support::random_pose(random, 0.7), memory);
  }
  EXPECT_GT(pairs, 200u);
}

TEST(TraversalVariants, AgreeOnSurfaces) {
  Random random(32);
  TransformedNodes<PartnerDop> memory;
  const CollisionObject a = CollisionObject::build(testing_support::torus(24, 12));
  const CollisionObject b = CollisionObject::build(testing_support::torus(15, 10));
  for (int i = 0; i < 4; ++i)
    EXPECT_GT(expect_agreement(a, b, testing_support::random_pose(random, 0.5), memory), 0u);
}

// Eight triangles one over the other: a full tree of three levels in which every pair of nodes overlaps.
CollisionObject heap() {
  std::vector<Corners> triangles;
  for (int i = 0; i < 8; ++i) {
    const float z = 0.001f * static_cast<float>(i);
    triangles.push_back({Vec3f{0, 0, z}, Vec3f{1, 0, z + 0.7f}, Vec3f{0, 1, z + 0.4f}});
  }
  return CollisionObject::build(testing_support::mesh_of(triangles), {24, "median"});
}

TEST(TraversalVariants, TransformsByHand) {
  const CollisionObject a = heap();
  const Pose pose{Pose{}.r, {0.01f, 0, 0}};
  TransformedNodes<PartnerDop> memory;
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(simultaneous_traversal(a, a, pose).counters.transforms, 4u + 16 + 64);
    EXPECT_EQ(simultaneous_stacked_traversal(a, a, pose).counters.transforms, 2u + 8 + 32);
    EXPECT_EQ(simultaneous_stored_traversal(a, a, pose, {}, memory).counters.transforms, 2u + 4 + 8);
  }
}

TEST(TraversalVariants, GroupsByHand) {
  struct Expected {
    GroupShape shape;
    std::uint64_t transforms, tests, lists, entries;
  };
  const CollisionObject a = heap();
  const Pose pose{Pose{}.r, {0.01f, 0, 0}};
  // Pairs: levels of 4, 16 and 64 tests. Fours: the second level at once, then the leaves as pairs. Eights: the
  // leaves at once. With aligned pairs, fours have leaves against the second level, then against leaves.
  const Expected all[] = {{{1, 1}, 2 + 4 + 8, 4 + 16 + 64, 1 + 2 + 4, 1 + 4 + 16},
                          {{2, 2}, 4 + 8, 16 + 64, 1 + 4, 1 + 16},
                          {{3, 3}, 8, 64, 1, 1},
                          {{2, 1}, 4 + 8 + 8, 8 + 32 + 64, 1 + 4 + 8, 1 + 8 + 32}};
  for (const Expected& expected : all) {
    const TraversalCounters c = group_traversal(a, a, pose, {}, expected.shape).counters;
    EXPECT_EQ(c.transforms, expected.transforms) << expected.shape.tumbled_levels;
    EXPECT_EQ(c.overlap_tests, expected.tests) << expected.shape.tumbled_levels;
    EXPECT_EQ(c.lists, expected.lists) << expected.shape.tumbled_levels;
    EXPECT_EQ(c.aligned_pairs, expected.entries) << expected.shape.tumbled_levels;
  }
}

TEST(TraversalVariants, GroupsOfOneToFourLevels) {
  const CollisionObject a = heap();
  for (const GroupShape& shape : {GroupShape{0, 1}, GroupShape{1, 0}, GroupShape{5, 1}, GroupShape{1, 5}})
    EXPECT_THROW(group_traversal(a, a, {}, {}, shape), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
