// The schemes of the CUDA slides on one core: pairs are the exact ones, and the counts are those of QuickCD's walk. If the
// environment is walked, several flying objects have the same pairs and counts as each alone, and share the reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "collisionchip/reference/parallel_trees/tree_batch.h"
#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/traverse/quickcd_traversal.h"

namespace collisionchip {
namespace {

struct Trees {
  CollisionObject a, b;
  std::vector<Pose> poses = {pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3}), Pose{},
                             pose_from_quaternion({5, 0, 0, 1, 0, 0, 0})};

  explicit Trees(int k = 24) : a(built("gear", 300, k)), b(built("torus-knot", 270, k)) {}
  static CollisionObject built(const char* kind, std::uint32_t count, int k) {
    TreeOptions options;
    options.k = k;
    return CollisionObject::build(make_procedural_mesh(kind, count), options);
  }
};

std::vector<BatchAnswer> ask(const Trees& trees, const BatchOptions& options) {
  const auto mirror = make_tree_batch_mirror();
  mirror->prepare(trees.a, {&trees.b});
  return mirror->ask(trees.poses, options).answers;
}

constexpr std::array<BatchScheme, 5> kSchemes = {BatchScheme::priori_like, BatchScheme::subset_in_blocks,
                                                 BatchScheme::sequential, BatchScheme::posteriori,
                                                 BatchScheme::priori};

QueryResult quickcd(const Trees& trees, const Pose& pose) {
  TransformedNodes<PartnerDop> memory;
  return quickcd_traversal(trees.a, trees.b, pose, {}, memory);
}

TEST(ParallelTrees, EverySchemeFindsThePairsOfOneWalk) {
  for (const int k : {6, 24}) {
    const Trees trees(k);
    for (const BatchScheme scheme : kSchemes) {
      for (const BatchTumbling tumbling : {BatchTumbling::transform, BatchTumbling::refit}) {
        const auto answers = ask(trees, {scheme, tumbling, 4});
        for (std::size_t i = 0; i < answers.size(); ++i) {
          const QueryResult expected = quickcd(trees, trees.poses[i]);
          std::vector<TrianglePair> lost, wrong, all = answers[i].pairs;
          all.insert(all.end(), answers[i].uncertain.begin(), answers[i].uncertain.end());
          std::sort(all.begin(), all.end());
          std::set_difference(expected.pairs.begin(), expected.pairs.end(), all.begin(), all.end(),
                              std::back_inserter(lost));
          std::set_difference(answers[i].pairs.begin(), answers[i].pairs.end(), expected.pairs.begin(),
                              expected.pairs.end(), std::back_inserter(wrong));
          EXPECT_TRUE(lost.empty()) << lost.size();
          EXPECT_TRUE(wrong.empty()) << wrong.size();
          EXPECT_EQ(answers[i].roots_apart, i == 2);
        }
      }
    }
  }
}

TEST(ParallelTrees, FromTheRootsTheCountsAreQuickCDs) {
  const Trees trees;
  const auto answers = ask(trees, {BatchScheme::subset_in_blocks, BatchTumbling::transform, 0});
  for (const std::size_t i : {0u, 1u}) {
    const TraversalCounters expected = quickcd(trees, trees.poses[i]).counters;
    EXPECT_EQ(answers[i].counters.visits, expected.tumbled_visits);
    EXPECT_EQ(answers[i].counters.overlap_tests, expected.overlap_tests);
    EXPECT_EQ(answers[i].counters.triangle_tests, expected.triangle_tests);
    EXPECT_EQ(answers[i].counters.transforms, trees.b.tree.nodes().size());
  }
}

TEST(ParallelTrees, ObjectsThatAreApartAreNotWalked) {
  const Trees trees;
  for (const BatchScheme scheme : kSchemes) {
    const BatchAnswer answer = ask(trees, {scheme, BatchTumbling::transform, 4})[2];
    EXPECT_TRUE(answer.roots_apart);
    EXPECT_EQ(answer.counters.visits, 0u);
  }
}

// Three objects at two time stamps, small steps.
struct Flying : testing::Test {
  CollisionObject environment = Trees::built("gear", 300, 24);
  std::vector<CollisionObject> objects = {Trees::built("torus-knot", 270, 24), Trees::built("sphere", 1, 24),
                                          Trees::built("finned-casting", 200, 24)};
  std::vector<Pose> poses;

  Flying() {
    for (const double step : {0.0, 0.01}) {
      poses.push_back(pose_from_quaternion({0.1 + step, 0, 0.05, 0.9, 0.1, 0.2, 0.3}));
      poses.push_back(pose_from_quaternion({0.9, step, 0, 1, 0, 0, 0}));
      poses.push_back(pose_from_quaternion({-0.4, 0.2, step, 0.5, 0.5, 0, 0.1}));
    }
  }

  BatchResult together(const BatchOptions& options) const {
    const auto mirror = make_tree_batch_mirror();
    mirror->prepare(environment, {&objects[0], &objects[1], &objects[2]});
    return mirror->ask(poses, options);
  }
  BatchResult alone(std::size_t object, const BatchOptions& options) const {
    const auto mirror = make_tree_batch_mirror();
    mirror->prepare(environment, {&objects[object]});
    return mirror->ask({poses[object], poses[objects.size() + object]}, options);
  }
};

TEST_F(Flying, ObjectsTogetherHaveWhatEachHasAlone) {
  for (const BatchScheme scheme : kSchemes) {
    const BatchOptions options{scheme, BatchTumbling::refit, 3};
    const BatchResult all = together(options);
    for (std::size_t object = 0; object < objects.size(); ++object) {
      const BatchResult one = alone(object, options);
      for (const std::size_t stamp : {0u, 1u}) {
        const BatchAnswer &found = all.answers[stamp * objects.size() + object],
                          &expected = one.answers[stamp];
        EXPECT_EQ(found.pairs, expected.pairs) << object;
        EXPECT_EQ(found.uncertain, expected.uncertain) << object;
        EXPECT_TRUE(found.counters == expected.counters) << object;
      }
    }
    EXPECT_GT(all.answers[0].pairs.size() + all.answers[2].pairs.size(), 20u);
  }
}

// The pairs of nodes are those of subset_in_blocks. A node of E is read once for all that meet its parent.
TEST_F(Flying, TheEnvironmentIsReadOnceForAllObjects) {
  const BatchOptions options{BatchScheme::sequential, BatchTumbling::transform, 3};
  const BatchResult blocks = together({BatchScheme::subset_in_blocks, BatchTumbling::transform, 3}),
                    all = together(options);
  std::uint64_t sum = 0, most = 0, visits = 0;
  for (std::size_t object = 0; object < objects.size(); ++object) {
    const std::uint64_t reads = alone(object, options).environment_reads;
    sum += reads;
    most = std::max(most, reads);
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_TRUE(all.answers[i].counters == blocks.answers[i].counters) << i;
    visits += all.answers[i].counters.visits;
  }
  EXPECT_EQ(blocks.environment_reads, visits);
  EXPECT_LT(sum, visits);
  EXPECT_LT(all.environment_reads, sum);
  EXPECT_GE(all.environment_reads, most);
  EXPECT_LE(all.environment_reads, poses.size() / objects.size() * environment.tree.nodes().size());
}

// One leaf against one leaf: one read by each root of E, nothing else.
TEST_F(Flying, ReadsByHand) {
  const CollisionObject one = Trees::built("sphere", 1, 24);
  const auto mirror = make_tree_batch_mirror();
  mirror->prepare(one, {&one, &one});
  for (const BatchScheme scheme : kSchemes) {
    const BatchResult result = mirror->ask({Pose{}, Pose{}}, {scheme, BatchTumbling::transform, 6});
    EXPECT_EQ(result.environment_reads, walks_environment(scheme) ? 1u : 2u);
    EXPECT_EQ(result.path_visits, scheme == BatchScheme::priori ? 2u : 0u);
    EXPECT_EQ(result.answers[1].counters.visits, 1u);
    EXPECT_EQ(result.answers[1].counters.triangle_tests, 1u);
  }
}

TEST_F(Flying, PosterioriReadsTheEnvironmentOnceForAllTimeStamps) {
  const BatchResult sequential = together({BatchScheme::sequential, BatchTumbling::transform, 3}),
                    posteriori = together({BatchScheme::posteriori, BatchTumbling::transform, 3});
  for (std::size_t i = 0; i < poses.size(); ++i)
    EXPECT_TRUE(posteriori.answers[i].counters == sequential.answers[i].counters) << i;
  EXPECT_LT(posteriori.environment_reads, sequential.environment_reads);
  EXPECT_EQ(posteriori.path_visits, 0u);
}

// A path's DOP encloses those of its time stamps, so that no node of E that one of them meets is left out.
TEST_F(Flying, PrioriComparesPathsAndTimeStampsOnlyAtLeaves) {
  const BatchResult posteriori = together({BatchScheme::posteriori, BatchTumbling::transform, 3}),
                    priori = together({BatchScheme::priori, BatchTumbling::transform, 3});
  std::uint64_t stamps = 0, each = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(priori.answers[i].pairs, posteriori.answers[i].pairs) << i;
    EXPECT_EQ(priori.answers[i].counters.triangle_tests, posteriori.answers[i].counters.triangle_tests) << i;
    stamps += priori.answers[i].counters.visits;
    each += posteriori.answers[i].counters.visits;
  }
  EXPECT_GT(priori.path_visits, 0u);
  EXPECT_LT(stamps, each);
  EXPECT_LT(stamps + priori.path_visits, each) << "steps are small: the path is hardly larger than a stamp";
  EXPECT_GE(priori.environment_reads, posteriori.environment_reads);
}

TEST(ParallelTrees, PairsAreSorted) {
  const BatchAnswer answer = ask(Trees(), {})[0];
  EXPECT_GT(answer.pairs.size(), 20u);
  EXPECT_TRUE(std::is_sorted(answer.pairs.begin(), answer.pairs.end()));
  EXPECT_TRUE(std::is_sorted(answer.uncertain.begin(), answer.uncertain.end()));
}

TEST(ParallelTrees, WhatFloat32CannotDecideIsUncertain) {
  Trees trees;
  trees.b = Trees::built("gear", 300, 24);  // A against its copy: most pairs touch
  const BatchAnswer answer = ask(trees, {})[1];
  const QueryResult expected = quickcd(trees, trees.poses[1]);
  EXPECT_GT(answer.uncertain.size(), 100u);
  EXPECT_EQ(answer.uncertain.size(), expected.counters.uncertain);
}

TEST(ParallelTrees, RefittedDopsAreNeverLarger) {
  const Trees trees;
  const auto transformed = ask(trees, {BatchScheme::subset_in_blocks, BatchTumbling::transform, 2}),
             refitted = ask(trees, {BatchScheme::subset_in_blocks, BatchTumbling::refit, 2});
  EXPECT_LT(refitted[0].counters.visits, transformed[0].counters.visits);
  EXPECT_EQ(refitted[0].counters.triangle_tests, transformed[0].counters.triangle_tests)
      << "leaves are the same";
  EXPECT_EQ(refitted[0].counters.transforms + refitted[0].counters.refits, trees.b.tree.nodes().size());
}

TEST(ParallelTrees, LevelsAndSubtreesCoverTheTreeOnce) {
  const Trees trees;
  const TreeLevels levels(trees.b.tree);
  std::size_t inner = 0;
  for (const auto& level : levels.inner) inner += level.size();
  EXPECT_EQ(levels.leaves.size(), 270u);
  EXPECT_EQ(inner + levels.leaves.size(), trees.b.tree.nodes().size());
  EXPECT_EQ(TreeLevels::subtrees(trees.b.tree, 0).size(), 2u);
  EXPECT_EQ(TreeLevels::subtrees(trees.b.tree, 3).size(), 8u);
  EXPECT_EQ(TreeLevels::subtrees(trees.b.tree, 16).size(), 270u);
  const DopTree one = CollisionObject::build(make_procedural_mesh("sphere", 1)).tree;
  EXPECT_EQ(TreeLevels::subtrees(one, 3), std::vector<std::uint32_t>{0});
  EXPECT_EQ(TreeLevels(one).leaves, std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace collisionchip
