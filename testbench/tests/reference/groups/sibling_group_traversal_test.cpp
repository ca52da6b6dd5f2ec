// Pairs of the traversal over groups are the exact ones, whatever the layout, the filters, the side and the
// order of lists; counts depend on none of the last.
#include "collisionchip/reference/groups/sibling_group_traversal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "collisionchip/reference/groups/group_batch.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::group_layouts;
using testing_support::group_object;
using testing_support::Random;

GroupOptions options_number(int n) {
  GroupOptions options;
  options.filters = {(n & 1) == 0, (n & 2) == 0, (n & 4) == 0, (n & 32) == 0};
  options.small_unit = (n & 8) == 0;
  options.newest_first = (n & 16) == 0;
  return options;
}

void expect_pairs(const GroupObject& a, const GroupObject& b, const Pose& pose,
                  const std::vector<TrianglePair>& pairs, GroupOptions options, const std::string& what) {
  for (const int n : {0, 1, 2, 3}) {
    QueryOptions query;
    query.tumbled_side = testing_support::kBothSides[n % 2];
    options.registers = n < 2 ? RegisterNumbers::doubles : RegisterNumbers::integers;
    ASSERT_EQ(sibling_group_traversal(a, b, pose, query, options).pairs, pairs) << what;
    query.first_witness = true;
    const GroupResult first = sibling_group_traversal(a, b, pose, query, options);
    ASSERT_EQ(first.pairs.size(), std::min<std::size_t>(pairs.size(), 1)) << what;
    for (const TrianglePair& pair : first.pairs)
      ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), pair)) << what;
  }
}

void expect_exact(const GroupLayout& layout, const Mesh& a, const Mesh& b, const Pose& pose,
                  const GroupOptions& options, const std::string& what) {
  expect_pairs(group_object(layout, a), group_object(layout, b), pose,
               testing_support::pairs_one_by_one(a, b, pose), options, what);
}

TEST(SiblingGroups, FindWhatTouchesInAllContactFamilies) {
  Random random(31);
  int n = 0;
  for (const auto& family : testing_support::families()) {
    for (int i = 0; i < testing_support::group_cases(28); ++i, ++n) {
      const Case c = family.make(random);
      const Mesh a = testing_support::mesh_around(random, c.a, i % 4),
                 b = testing_support::mesh_around(random, c.b, i / 4 % 4);
      expect_exact(group_layouts()[static_cast<std::size_t>(n) % group_layouts().size()], a, b, c.pose,
                   options_number(n % 3 == 0 ? n : 0), family.name);
    }
  }
}

TEST(SiblingGroups, TakeDegenerateMeshes) {
  const Corners triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, point = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
                segment = {{{-1, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}}, far = {{{9, 9, 9}, {9, 8, 9}, {8, 9, 9}}};
  const std::vector<std::vector<Corners>> shapes = {{triangle},
                                                    {point},
                                                    {segment, triangle},
                                                    {point, point, point},
                                                    {triangle, triangle, triangle, triangle, triangle},
                                                    {far, segment, point},
                                                    {far, triangle},
                                                    std::vector<Corners>(40, segment)};
  Random random(32);
  int n = 0;
  for (const auto& shape : shapes) {
    for (const auto& other : shapes) {
      const Mesh a = testing_support::mesh_of(shape), b = testing_support::mesh_of(other);
      const GroupLayout& layout = group_layouts()[static_cast<std::size_t>(++n) % group_layouts().size()];
      expect_exact(layout, a, b, Pose{}, options_number(n), "at one place");
      expect_exact(layout, a, b, testing_support::random_pose(random, 0.1), options_number(n), "nearby");
    }
  }
}

TEST(SiblingGroups, FindTheExactPairsOfTumblingObjects) {
  Random random(33);
  const Mesh torus = testing_support::torus(20, 10),
             soup = testing_support::random_soup(random, 200, 0.8, 0.2);
  int n = 0;
  for (const GroupLayout& layout : group_layouts()) {
    const GroupObject a = group_object(layout, torus), b = group_object(layout, soup);
    std::size_t found = 0;
    for (int i = 0; i < testing_support::group_cases(3); ++i, ++n) {
      const Pose pose = testing_support::random_pose(random, 0.7);
      const std::vector<TrianglePair> pairs =
          exact_pairs(CollisionObject::build(torus), CollisionObject::build(soup), pose);
      expect_pairs(a, b, pose, pairs, options_number(n), "torus and soup");
      found += pairs.size();
    }
    EXPECT_GT(found, 20u);
  }
}

void expect_equal_counts(const GroupCounters& x, const GroupCounters& y) {
  EXPECT_EQ(x.lists, y.lists);
  EXPECT_EQ(x.repeated_leaves, y.repeated_leaves);
  EXPECT_EQ(x.groups, y.groups);
  EXPECT_EQ(x.transforms, y.transforms);
  EXPECT_EQ(x.moved_leaves, y.moved_leaves);
  EXPECT_EQ(x.tumbled_blocks, y.tumbled_blocks);
  EXPECT_EQ(x.node_tests, y.node_tests);
  EXPECT_EQ(x.plane_tests, y.plane_tests);
  EXPECT_EQ(x.leaf_pairs, y.leaf_pairs);
  EXPECT_EQ(x.slab_tests, y.slab_tests);
  EXPECT_EQ(x.triangle_pairs, y.triangle_pairs);
  EXPECT_EQ(x.after_volume, y.after_volume);
  EXPECT_EQ(x.after_plane, y.after_plane);
  EXPECT_EQ(x.triangle_tests, y.triangle_tests);
  EXPECT_EQ(x.aligned_blocks, y.aligned_blocks);
  EXPECT_EQ(x.undecided, y.undecided);
  EXPECT_EQ(x.uncertain, y.uncertain);
  EXPECT_EQ(x.longest_list, y.longest_list);
}

TEST(SiblingGroups, CountTheSameInAnyOrderOfLists) {
  const Mesh mesh = testing_support::torus(30, 15);
  Random random(34);
  for (const GroupLayout& layout : group_layouts()) {
    const GroupObject object = group_object(layout, mesh);
    const Pose pose = testing_support::random_pose(random, 0.4);
    GroupOptions newest, oldest;
    oldest.newest_first = false;
    const GroupResult one = sibling_group_traversal(object, object, pose, {}, newest),
                      other = sibling_group_traversal(object, object, pose, {}, oldest);
    EXPECT_GT(one.pairs.size(), 20u);
    EXPECT_EQ(one.pairs, other.pairs);
    expect_equal_counts(one.counters, other.counters);
    EXPECT_LT(one.counters.most_entries, other.counters.most_entries);
  }
}

// What the counters mean among each other, and that each filter leaves out what it should.
TEST(SiblingGroups, FiltersTakeTestsAwayAndCountersCloseTheirSums) {
  const Mesh mesh = testing_support::torus(60, 30);
  const GroupObject object = group_object({}, mesh);
  Random random(35);
  const Pose pose = testing_support::random_pose(random, 0.4);
  std::vector<GroupCounters> counters;
  for (const GroupFilters& filters : {GroupFilters{false, false, false}, GroupFilters{true, false, false},
                                      GroupFilters{true, true, false}, GroupFilters{true, true, true}}) {
    GroupOptions options;
    options.filters = filters;
    counters.push_back(sibling_group_traversal(object, object, pose, {}, options).counters);
    const GroupCounters& c = counters.back();
    EXPECT_GE(c.triangle_pairs, c.after_volume);
    EXPECT_GE(c.after_volume, c.after_plane);
    EXPECT_GE(c.after_plane, c.triangle_tests);
    EXPECT_GE(c.leaf_pairs, c.aligned_blocks);
    EXPECT_GE(c.undecided, c.uncertain);
    EXPECT_GE(c.lists, c.repeated_leaves + 1);
  }
  for (std::size_t i = 1; i < counters.size(); ++i)
    EXPECT_LT(counters[i].triangle_tests, counters[i - 1].triangle_tests * 97 / 100);
  EXPECT_EQ(counters[0].triangle_pairs, counters[0].triangle_tests);
  EXPECT_EQ(counters[0].slab_tests, 0u);
  EXPECT_LT(counters[1].groups, counters[0].groups);
  EXPECT_EQ(counters[2].groups, counters[1].groups);
  EXPECT_LT(counters[2].aligned_blocks, counters[1].aligned_blocks);
}

// Poses a little apart, all of them walked together, against each by itself.
TEST(GroupBatch, EachPoseHasItsPairsAndWhatIsReadIsShared) {
  const Mesh mesh = testing_support::torus(30, 15);
  Random random(36);
  for (const GroupLayout& layout : {GroupLayout{24, 4, 6, 2}, GroupLayout{24, 2, 8, 1}}) {
    const GroupObject object = group_object(layout, mesh);
    std::vector<Pose> poses = {testing_support::random_pose(random, 0.4)};
    while (poses.size() < 6) {
      poses.push_back(poses.back());
      poses.back().t.x += 0.004f;
    }
    GroupOptions oldest;
    oldest.newest_first = false;
    const GroupBatchResult batch = sibling_group_batch(object, object, poses),
                           other = sibling_group_batch(object, object, poses, {TumbledSide::b}, oldest);
    expect_equal_counts(batch.counters, other.counters);
    GroupCounters alone;
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
      const GroupResult single = sibling_group_traversal(object, object, poses[pose]);
      EXPECT_EQ(batch.pairs[pose], single.pairs);
      EXPECT_EQ(other.pairs[pose], single.pairs);
      alone.add(single.counters);
    }
    EXPECT_EQ(batch.counters.node_tests, alone.node_tests);
    EXPECT_EQ(batch.counters.transforms, alone.transforms);
    EXPECT_EQ(batch.counters.moved_leaves, alone.moved_leaves);
    EXPECT_EQ(batch.counters.leaf_pairs, alone.leaf_pairs);
    EXPECT_EQ(batch.counters.triangle_tests, alone.triangle_tests);
    EXPECT_EQ(batch.counters.undecided, alone.undecided);
    EXPECT_LT(batch.counters.groups, alone.groups / 3);
    EXPECT_LT(batch.counters.lists, alone.lists / 3);
    EXPECT_LT(batch.counters.tumbled_blocks, alone.tumbled_blocks / 3);
    EXPECT_LT(batch.counters.aligned_blocks, alone.aligned_blocks / 3);
  }
}

TEST(GroupBatch, OfOnePoseIsTheTraversalAndTooManyAreRefused) {
  const GroupObject object = group_object({}, testing_support::torus(20, 10));
  Random random(37);
  const Pose pose = testing_support::random_pose(random, 0.4);
  const GroupBatchResult batch = sibling_group_batch(object, object, {pose});
  const GroupResult single = sibling_group_traversal(object, object, pose);
  EXPECT_EQ(batch.pairs[0], single.pairs);
  expect_equal_counts(batch.counters, single.counters);
  EXPECT_EQ(batch.counters.tumbled_blocks, batch.counters.moved_leaves);
  EXPECT_EQ(batch.counters.most_entries, single.counters.most_entries);
  EXPECT_THROW(sibling_group_batch(object, object, {}), std::invalid_argument);
  EXPECT_THROW(sibling_group_batch(object, object, std::vector<Pose>(17)), std::invalid_argument);
  QueryOptions first;
  first.first_witness = true;
  EXPECT_THROW(sibling_group_batch(object, object, {pose}, first), std::invalid_argument);
}

TEST(SiblingGroups, RefuseObjectsOfTwoLayouts) {
  const Mesh mesh = testing_support::torus(4, 3);
  EXPECT_THROW(
      sibling_group_traversal(group_object({24, 4, 6, 2}, mesh), group_object({24, 4, 8, 2}, mesh), Pose{}),
      std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
