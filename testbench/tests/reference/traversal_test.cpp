// The traversals: all of them find what brute force finds, and the counters count what they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/tumbled_rule.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

using Traversal = QueryResult (*)(const CollisionObject&, const CollisionObject&, const Pose&,
                                  const QueryOptions&);
const std::map<std::string, Traversal> kTraversals = {{"list", list_traversal},
                                                      {"single list", single_list_traversal},
                                                      {"simultaneous", simultaneous_traversal}};

std::vector<QueryOptions> all_options() {
  std::vector<QueryOptions> options;
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops}) {
      for (const Answers answers : {Answers::exact, Answers::raw})
        options.push_back({side, leaf_test, false, answers});
    }
  }
  return options;
}

std::string describe(const QueryOptions& options) {
  return std::string(options.tumbled_side == TumbledSide::a ? "tumbled a, " : "tumbled b, ") +
         (options.leaf_test == LeafTest::dop_first  ? "dop_first"
          : options.leaf_test == LeafTest::triangle ? "triangle"
                                                    : "no_dops") +
         (options.answers == Answers::raw ? ", raw" : ", exact");
}

void expect_witness(const QueryResult& first, const std::vector<TrianglePair>& all) {
  ASSERT_EQ(first.pairs.size(), all.empty() ? 0u : 1u);
  for (const TrianglePair& pair : first.pairs) EXPECT_TRUE(std::binary_search(all.begin(), all.end(), pair));
}

// Relations that hold for every query.
void expect_counters(const TraversalCounters& list, const TraversalCounters& single,
                     const TraversalCounters& simultaneous, bool leaf_dops) {
  EXPECT_LE(list.transforms, list.tumbled_visits);
  if (leaf_dops) {
    EXPECT_EQ(list.transforms, list.tumbled_visits);
  }
  EXPECT_LE(list.transforms, 2 * list.lists);
  EXPECT_LE(list.aligned_visits, 2 * list.aligned_pairs);
  EXPECT_LE(list.overlap_tests, 2 * list.aligned_visits);
  EXPECT_LE(single.transforms, single.tumbled_visits);
  if (leaf_dops) {
    EXPECT_EQ(single.transforms, single.tumbled_visits);
  }
  EXPECT_LE(single.tumbled_visits, list.tumbled_visits);
  EXPECT_LE(single.tumbled_visits, simultaneous.tumbled_visits);
  EXPECT_LE(list.aligned_visits, single.aligned_visits);
  EXPECT_EQ(single.aligned_pairs, single.aligned_visits) << "a list of single nodes";
  EXPECT_EQ(simultaneous.tumbled_visits, simultaneous.aligned_visits);
  EXPECT_EQ(simultaneous.lists, 0u);
  EXPECT_EQ(list.overlap_tests, single.overlap_tests);
  EXPECT_EQ(list.overlap_tests, simultaneous.overlap_tests);
  EXPECT_EQ(list.triangle_tests, single.triangle_tests);
  EXPECT_EQ(list.triangle_tests, simultaneous.triangle_tests);
}

std::size_t expect_agreement(const CollisionObject& a, const CollisionObject& b, const Pose& pose) {
  std::size_t pairs = 0;
  for (QueryOptions options : all_options()) {
    SCOPED_TRACE(describe(options));
    options.first_witness = false;
    const QueryResult expected = brute_force(a, b, pose, options);
    if (options.answers == Answers::exact) {
      EXPECT_EQ(expected.pairs, exact_pairs(a, b, pose));
    }
    EXPECT_TRUE(std::is_sorted(expected.pairs.begin(), expected.pairs.end()));
    std::map<std::string, TraversalCounters> counters;
    for (const auto& [name, traversal] : kTraversals) {
      SCOPED_TRACE(name);
      const QueryResult result = traversal(a, b, pose, options);
      EXPECT_EQ(result.pairs, expected.pairs);
      EXPECT_EQ(result.counters.triangle_tests, expected.counters.triangle_tests);
      counters[name] = result.counters;
    }
    expect_counters(counters["list"], counters["single list"], counters["simultaneous"],
                    options.leaf_test != LeafTest::no_dops);
    options.first_witness = true;
    expect_witness(brute_force(a, b, pose, options), expected.pairs);
    for (const auto& [name, traversal] : kTraversals)
      expect_witness(traversal(a, b, pose, options), expected.pairs);
    pairs += expected.pairs.size();
  }
  return pairs;
}

class TraversalEveryK : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(K, TraversalEveryK, testing::Values(6, 8, 12, 14, 18, 24, 26),
                         testing::PrintToStringParamName());

TEST_P(TraversalEveryK, AgreeOnThousandsOfSmallSoups) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  const char* rules[] = {"median", "mean", "area", "dop"};
  std::size_t pairs = 0;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const auto size = [&] { return static_cast<std::uint32_t>(1 + random.below(1 << random.below(6))); };
    const TreeOptions tree{GetParam(), rules[i % 4]};
    const CollisionObject a =
        CollisionObject::build(testing_support::random_soup(random, size(), 1, 0.5), tree);
    const CollisionObject b =
        CollisionObject::build(testing_support::random_soup(random, size(), 1, 0.5), tree);
    pairs += expect_agreement(a, b, testing_support::random_pose(random, 0.7));
  }
  EXPECT_GT(pairs, 1000u);
}

TEST_P(TraversalEveryK, AgreeOnSurfaces) {
  Random random(12);
  const CollisionObject a = CollisionObject::build(testing_support::torus(24, 12), {GetParam(), "area"});
  const CollisionObject b = CollisionObject::build(testing_support::torus(15, 10), {GetParam(), "median"});
  for (int i = 0; i < 5; ++i)
    EXPECT_GT(expect_agreement(a, b, testing_support::random_pose(random, 0.5)), 0u);
  EXPECT_EQ(expect_agreement(a, b, {Pose{}.r, {5, 0, 0}}), 0u);
}

TEST(TraversalTest, AgreeOnVeryDifferentSizes) {
  Random random(13);
  const CollisionObject large = CollisionObject::build(testing_support::torus(50, 50));
  for (const std::uint32_t count : {1u, 2u, 3u}) {
    const CollisionObject small = CollisionObject::build(testing_support::random_soup(random, count, 0.5, 1));
    const Pose pose = testing_support::random_pose(random, 0.3);
    EXPECT_GT(expect_agreement(large, small, pose), 0u);
    EXPECT_GT(expect_agreement(small, large, pose), 0u);
  }
}

TEST(TraversalTest, AgreeOnMixedDepths) {
  // Sizes in geometric progression make the mean rule build a chain: leaves on every level.
  std::vector<Corners> triangles;
  for (int i = 0; i < 20; ++i) {
    const float s = std::ldexp(1.0f, -6 * i);
    triangles.push_back({Vec3f{s, 0, -s}, Vec3f{s, s, s}, Vec3f{2 * s, 0, s}});
  }
  const CollisionObject chain = CollisionObject::build(testing_support::mesh_of(triangles), {24, "mean"});
  EXPECT_GE(chain.tree.depth(), 15);
  const CollisionObject balanced = CollisionObject::build(testing_support::torus(12, 8), {24, "median"});
  Random random(14);
  for (int i = 0; i < 20; ++i) {
    expect_agreement(chain, balanced, testing_support::random_pose(random, 1));
    expect_agreement(balanced, chain, testing_support::random_pose(random, 1));
    expect_agreement(chain, chain, testing_support::random_pose(random, 0.1));
  }
}

// Uncertain, so that the exact predicate settles it, whose A and B the pose tells apart.
TEST(TraversalTest, TouchingIsSettledWhicheverSideIsTumbled) {
  const CollisionObject a =
      CollisionObject::build(testing_support::mesh_of({{Vec3f{0, 0, 0}, Vec3f{1, 0, 0}, Vec3f{0, 1, 0}}}));
  const CollisionObject b =
      CollisionObject::build(testing_support::mesh_of({{Vec3f{0, 1, 0}, Vec3f{0, -3, 1}, Vec3f{1, -3, 1}}}));
  const Pose quarter_turn{{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {2, 0, 0}};
  EXPECT_GE(expect_agreement(a, b, quarter_turn), 4u) << "either side, either leaf test: at (1, 0, 0) of A";
  EXPECT_EQ(expect_agreement(b, a, quarter_turn), 0u);
}

// Two triangles against two triangles, counted by hand: one pair of siblings against a list of one pair.
TEST(TraversalTest, TwoAgainstTwoByHand) {
  const auto upright = [](float x) { return Corners{Vec3f{x, 0, -1}, Vec3f{x, 0, 1}, Vec3f{x, 1, 0}}; };
  const auto flat = [](float x) {
    return Corners{Vec3f{x - 0.5f, 0.25f, 0}, Vec3f{x + 0.5f, 0.25f, 0}, Vec3f{x, 0.5f, 0}};
  };
  const CollisionObject a = CollisionObject::build(testing_support::mesh_of({upright(0), upright(10)}));
  const CollisionObject b = CollisionObject::build(testing_support::mesh_of({flat(10), flat(20)}));
  for (const QueryOptions& options : all_options()) {
    const QueryResult result = list_traversal(a, b, {}, options);
    ASSERT_EQ(result.pairs.size(), 1u);
    EXPECT_EQ(result.pairs[0], (TrianglePair{1, 0}));
    const TraversalCounters& c = result.counters;
    EXPECT_EQ(c.lists, 1u);
    EXPECT_EQ(c.aligned_pairs, 1u);
    const std::uint64_t transforms = options.leaf_test == LeafTest::no_dops ? 0 : 2;
    EXPECT_EQ(c.transforms, transforms);
    EXPECT_EQ(c.tumbled_visits, 2u);
    EXPECT_EQ(c.aligned_visits, 2u);
    EXPECT_EQ(c.overlap_tests, options.leaf_test == LeafTest::dop_first ? 4u : 0u);
    EXPECT_EQ(c.triangle_tests, options.leaf_test == LeafTest::dop_first ? 1u : 4u);
    EXPECT_EQ(c.eq5_cycles(), 90u);
    const TraversalCounters old = simultaneous_traversal(a, b, {}, options).counters;
    EXPECT_EQ(old.tumbled_visits, 4u);
    EXPECT_EQ(old.transforms, options.leaf_test == LeafTest::dop_first ? 4u : 0u);
    const TraversalCounters single = single_list_traversal(a, b, {}, options).counters;
    EXPECT_EQ(single.lists, 2u);
    EXPECT_EQ(single.aligned_pairs, 4u);
    EXPECT_EQ(single.transforms, transforms);
  }
}

// One triangle against two levels: the single leaf meets
// the root pair of the other, then one pair of children.
TEST(TraversalTest, OneAgainstFourByHand) {
  const auto upright = [](float x) { return Corners{Vec3f{x, 0, -1}, Vec3f{x, 0, 1}, Vec3f{x, 1, 0}}; };
  const CollisionObject four =
      CollisionObject::build(testing_support::mesh_of({upright(0), upright(2), upright(100), upright(102)}));
  const CollisionObject one = CollisionObject::build(
      testing_support::mesh_of({{Vec3f{99, 0.25f, 0}, Vec3f{103, 0.25f, 0}, Vec3f{101, 0.5f, 0}}}));
  const QueryResult result = list_traversal(four, one, {}, {TumbledSide::b, LeafTest::dop_first, false});
  EXPECT_EQ(result.pairs, (std::vector<TrianglePair>{{2, 0}, {3, 0}}));
  EXPECT_EQ(result.counters.lists, 2u);
  EXPECT_EQ(result.counters.aligned_pairs, 2u);
  EXPECT_EQ(result.counters.transforms, 2u) << "the leaf is fetched again for the deeper list";
  EXPECT_EQ(result.counters.aligned_visits, 4u);
  EXPECT_EQ(result.counters.overlap_tests, 4u);
  EXPECT_EQ(result.counters.triangle_tests, 2u);
  const QueryResult turned = list_traversal(four, one, {}, {TumbledSide::a, LeafTest::dop_first, false});
  EXPECT_EQ(turned.pairs, result.pairs);
  EXPECT_EQ(turned.counters.lists, 2u);
  EXPECT_EQ(turned.counters.aligned_pairs, 2u);
  EXPECT_EQ(turned.counters.transforms, 4u);
  EXPECT_EQ(turned.counters.aligned_visits, 2u) << "the aligned leaf, once per list";
  EXPECT_EQ(turned.counters.overlap_tests, 4u);
}

// The same without leaf DOPs: the single leaf meets both inner nodes, though one is far away, and all leaves.
TEST(TraversalTest, OneAgainstFourWithoutLeafDopsByHand) {
  const auto upright = [](float x) { return Corners{Vec3f{x, 0, -1}, Vec3f{x, 0, 1}, Vec3f{x, 1, 0}}; };
  const CollisionObject four =
      CollisionObject::build(testing_support::mesh_of({upright(0), upright(2), upright(100), upright(102)}));
  const CollisionObject one = CollisionObject::build(
      testing_support::mesh_of({{Vec3f{99, 0.25f, 0}, Vec3f{103, 0.25f, 0}, Vec3f{101, 0.5f, 0}}}));
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    const TraversalCounters c = list_traversal(four, one, {}, {side, LeafTest::no_dops, false}).counters;
    EXPECT_EQ(c.lists, side == TumbledSide::b ? 2u : 3u);
    EXPECT_EQ(c.aligned_pairs, 3u);
    EXPECT_EQ(c.transforms, side == TumbledSide::b ? 0u : 2u) << "inner nodes alone";
    EXPECT_EQ(c.overlap_tests, 0u);
    EXPECT_EQ(c.triangle_tests, 4u);
  }
}

// Widths 1, 2 and 3 along x, y and z; the other object is as wide along its widest axis, or a little less or more.
TEST(TumbledRule, TheSmallerObjectIsTheOneLessWideAlongItsWidestAxisAndBIfNoneIs) {
  const auto box = [](float x, float y, float z) {
    return CollisionObject::build(
        testing_support::mesh_of({{Vec3f{0, 0, 0}, Vec3f{x, y, 0}, Vec3f{0, y, z}}}));
  };
  const CollisionObject a = box(1, 2, 3);
  for (const auto& [b, side] : {std::pair{box(3, 3, 3), TumbledSide::b},
                                {box(2.5f, 0, 0), TumbledSide::b},
                                {box(3.5f, 0, 0), TumbledSide::a},
                                {box(0, 0, 3.5f), TumbledSide::a}}) {
    EXPECT_EQ(tumbled_side(TumbledRule::smaller, a, b), side);
    EXPECT_EQ(tumbled_side(TumbledRule::a, a, b), TumbledSide::a);
    EXPECT_EQ(tumbled_side(TumbledRule::b, a, b), TumbledSide::b);
  }
}

TEST(TraversalTest, RefusesTreesOfDifferentK) {
  const CollisionObject a = CollisionObject::build(testing_support::torus(3, 3), {24, "median"});
  const CollisionObject b = CollisionObject::build(testing_support::torus(3, 3), {18, "median"});
  for (const auto& [name, traversal] : kTraversals)
    EXPECT_THROW(traversal(a, b, {}, {}), std::invalid_argument) << name;
}

// The new scheme's point (§3.1): far fewer transforms than the traditional one on objects in contact.
TEST(TraversalTest, NewSchemeTransformsFarLess) {
  const CollisionObject object = CollisionObject::build(testing_support::torus(60, 40));
  const Pose pose{Pose{}.r, {0.01f, 0.02f, 0.03f}};
  const TraversalCounters list = list_traversal(object, object, pose).counters;
  const TraversalCounters old = simultaneous_traversal(object, object, pose).counters;
  EXPECT_LT(4 * list.transforms, old.transforms);
  EXPECT_LT(2 * (list.tumbled_visits + list.aligned_visits), old.tumbled_visits + old.aligned_visits);
}

TEST(SortPairs, FewAndManyPairsOfAnyNumbers) {
  testing_support::Random random(61);
  for (const int bits : {1, 8, 9, 20, 32}) {
    for (const std::size_t count : {0, 1, 2, 63, 64, 65, 1000, 5000}) {
      std::vector<TrianglePair> pairs(count);
      for (TrianglePair& pair : pairs) {
        pair = {static_cast<std::uint32_t>(random.bits() >> (64 - bits)),
                static_cast<std::uint32_t>(random.bits() >> (64 - bits))};
      }
      std::vector<TrianglePair> expected = pairs;
      std::sort(expected.begin(), expected.end());
      sort_pairs(pairs);
      EXPECT_EQ(pairs, expected) << count << " pairs of " << bits << " bits";
    }
  }
}

}  // namespace
}  // namespace collisionchip
