// The traversals of AABB trees: the pairs of every layout, with every way of testing.
#include <gtest/gtest.h>

#include "collisionchip/reference/aabb/aabb_object.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

constexpr AabbLayout kEveryLayout[] = {AabbLayout::aabb32, AabbLayout::aabb21, AabbLayout::aabb32_leafless,
                                       AabbLayout::aabb21_leafless, AabbLayout::aabb21_pairs};

class AabbTraversals : public ::testing::TestWithParam<AabbLayout> {
 protected:
  const Mesh mesh_a_ = testing_support::torus(20, 12), mesh_b_ = testing_support::torus(13, 9);

  AabbObject object(const Mesh& mesh, PlaneChoice choice = PlaneChoice::any) const {
    return AabbObject(mesh, AabbTree::build(mesh), GetParam(), choice);
  }
};

TEST_P(AabbTraversals, AnswerAlikeWhateverIsTested) {
  Random random(90);
  const AabbObject a = object(mesh_a_), b = object(mesh_b_, PlaneChoice::per_axis);
  const CollisionObject exact_a = CollisionObject::build(mesh_a_), exact_b = CollisionObject::build(mesh_b_);
  std::size_t pairs = 0;
  for (int i = 0; i < 6; ++i) {
    const Pose pose = testing_support::random_pose(random, 0.6);
    const std::vector<TrianglePair> expected = exact_pairs(exact_a, exact_b, pose);
    pairs += expected.size();
    for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops}) {
      QueryOptions options;
      options.leaf_test = leaf_test;
      options.tumbled_side = i % 2 == 0 ? TumbledSide::a : TumbledSide::b;
      for (const SatAxes axes : {SatAxes::six, SatAxes::fifteen}) {
        ASSERT_EQ(figure3_traversal(a, b, pose, options, axes).pairs, expected);
        ASSERT_EQ(aabb_list_traversal(a, b, pose, options, axes).pairs, expected);
      }
    }
  }
  EXPECT_GT(pairs, 100u);
}

// The list moves a tumbled node once, however many aligned ones it meets; both traversals test the same.
TEST_P(AabbTraversals, ListsMoveEachTumbledNodeOnce) {
  const AabbObject a = object(mesh_a_), b = object(mesh_b_);
  Pose pose;
  pose.t = {0.3f, 0.2f, 0.1f};
  const TraversalCounters pairwise = figure3_traversal(a, b, pose).counters;
  const TraversalCounters lists = aabb_list_traversal(a, b, pose).counters;
  EXPECT_EQ(lists.overlap_tests, pairwise.overlap_tests);
  EXPECT_EQ(lists.triangle_tests, pairwise.triangle_tests);
  EXPECT_LT(2 * lists.transforms, pairwise.transforms);
  EXPECT_GT(lists.lists, 10u);
  EXPECT_GE(lists.aligned_pairs, lists.lists);
}

// A pair of nodes is two visits, also where a leaf goes down the other tree outside the lists.
TEST_P(AabbTraversals, EveryPairThatIsReadIsCounted) {
  const AabbObject a = object(mesh_a_), b = object(mesh_b_);
  Pose pose;
  pose.t = {0.3f, 0.2f, 0.1f};
  const TraversalCounters lists = aabb_list_traversal(a, b, pose).counters;
  EXPECT_GT(lists.pairs_outside_lists, 10u);
  for (const TraversalCounters& counters : {lists, figure3_traversal(a, b, pose).counters}) {
    const std::uint64_t visits = counters.tumbled_visits + counters.aligned_visits;
    if (has_leaves(GetParam())) {
      EXPECT_EQ(2 * counters.pairs_read(), visits);
    } else {
      EXPECT_GT(2 * counters.pairs_read(), visits) << "a leaf without a node is no visit";
    }
  }
}

// Fewer axes let more through; leaves that are not tested let more triangles through.
TEST_P(AabbTraversals, TestsAreWorthTheirWork) {
  const AabbObject a = object(mesh_a_), b = object(mesh_b_);
  Random random(91);
  const Pose pose = testing_support::random_pose(random, 0.4);
  const TraversalCounters fifteen = figure3_traversal(a, b, pose).counters;
  EXPECT_GT(figure3_traversal(a, b, pose, {}, SatAxes::six).counters.overlap_tests, fifteen.overlap_tests);
  QueryOptions untested;
  untested.leaf_test = LeafTest::no_dops;
  EXPECT_GT(figure3_traversal(a, b, pose, untested).counters.triangle_tests, fifteen.triangle_tests);
}

INSTANTIATE_TEST_SUITE_P(Layouts, AabbTraversals, ::testing::ValuesIn(kEveryLayout));

TEST(AabbTraversal, RefusesTwoLayouts) {
  const Mesh mesh = testing_support::torus(4, 4);
  const AabbTree tree = AabbTree::build(mesh);
  const AabbObject a(mesh, tree, AabbLayout::aabb32), b(mesh, tree, AabbLayout::aabb21);
  EXPECT_THROW(figure3_traversal(a, b, Pose{}), std::invalid_argument);
  EXPECT_THROW(aabb_list_traversal(a, b, Pose{}), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
