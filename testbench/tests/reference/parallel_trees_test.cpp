// The schemes of document 004 on one core: pairs are the exact ones, and the counts are those of QuickCD's walk.
#include <gtest/gtest.h>

#include <algorithm>
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
  mirror->prepare(trees.a, trees.b);
  return mirror->ask(trees.poses, options).answers;
}

QueryResult quickcd(const Trees& trees, const Pose& pose) {
  TransformedNodes<PartnerDop> memory;
  return quickcd_traversal(trees.a, trees.b, pose, {}, memory);
}

TEST(ParallelTrees, EverySchemeFindsThePairsOfOneWalk) {
  for (const int k : {6, 24}) {
    const Trees trees(k);
    for (const BatchScheme scheme : {BatchScheme::priori_like, BatchScheme::subset_in_blocks}) {
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
  for (const BatchScheme scheme : {BatchScheme::priori_like, BatchScheme::subset_in_blocks}) {
    const BatchAnswer answer = ask(trees, {scheme, BatchTumbling::transform, 4})[2];
    EXPECT_TRUE(answer.roots_apart);
    EXPECT_EQ(answer.counters.visits, 0u);
  }
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
