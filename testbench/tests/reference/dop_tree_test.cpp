// The tree builder: structure, order, repeatability and size.
#include "collisionchip/reference/tree/dop_tree.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/reference/tree/tree_builder.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

struct TreeCase {
  int k;
  std::string rule;
};

void PrintTo(const TreeCase& c, std::ostream* out) {
  *out << c.rule << " k=" << c.k;
}

std::vector<TreeCase> all_cases() {
  std::vector<TreeCase> cases;
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    for (const std::string& rule : split_rule_names()) cases.push_back({k, rule});
  }
  return cases;
}

class DopTreeEveryRule : public testing::TestWithParam<TreeCase> {
 protected:
  DopTree build(const Mesh& mesh) const { return DopTree::build(mesh, {GetParam().k, GetParam().rule}); }
};
INSTANTIATE_TEST_SUITE_P(K, DopTreeEveryRule, testing::ValuesIn(all_cases()),
                         [](const auto& name) { return name.param.rule + std::to_string(name.param.k); });

bool encloses(int k, const DopNode& outer, const DopNode& inner) {
  for (int i = 0; i < k / 2; ++i) {
    if (outer.d[i] > inner.d[i] || outer.d[i + k / 2] < inner.d[i + k / 2]) return false;
  }
  return true;
}

// Walks the tree depth first, left first: pairs must come numbered 0, 1, 2, ... and every triangle once.
void expect_well_formed(const DopTree& tree, const Mesh& mesh) {
  const int k = tree.k();
  std::vector<bool> seen(mesh.triangles.size(), false);
  std::vector<std::uint32_t> stack = {0};
  std::uint32_t next_pair = 0;
  while (!stack.empty()) {
    const std::uint32_t pair = stack.back();
    stack.pop_back();
    ASSERT_EQ(pair, next_pair++);
    for (int side = 1; side >= 0; --side) {
      if (pair == 0 && (tree.root_mask() >> side & 1u) == 0) continue;
      const DopNode& node = tree.node(pair, side);
      ASSERT_TRUE(encloses(k, tree.root(), node));
      if (node.is_leaf()) {
        ASSERT_LT(node.triangle, seen.size());
        ASSERT_FALSE(seen[node.triangle]);
        seen[node.triangle] = true;
        const DopNode expected = leaf_dop(k, mesh.corners(node.triangle), node.triangle);
        ASSERT_EQ(0, std::memcmp(&expected, &node, sizeof node));
        continue;
      }
      ASSERT_LT(node.child, tree.pair_count());
      DopNode joined;
      enclose(k, tree.node(node.child, 0), tree.node(node.child, 1), joined);
      ASSERT_EQ(joined.d, node.d);
      ASSERT_TRUE(encloses(k, node, tree.node(node.child, 0)) && encloses(k, node, tree.node(node.child, 1)));
      stack.push_back(node.child);
    }
  }
  EXPECT_EQ(next_pair, tree.pair_count());
  for (const bool found : seen) ASSERT_TRUE(found);
}

TEST_P(DopTreeEveryRule, HoldsEveryTriangleOnceInDepthFirstPairs) {
  Random random(1);
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 5u, 7u, 64u, 1000u}) {
    const Mesh mesh = testing_support::random_soup(random, count, 1, 0.1);
    const DopTree tree = build(mesh);
    EXPECT_EQ(tree.triangle_count(), count);
    EXPECT_EQ(tree.pair_count(), count == 1 ? 1 : count - 1);
    EXPECT_EQ(tree.root_mask(), count == 1 ? 1u : 3u);
    expect_well_formed(tree, mesh);
  }
}

TEST_P(DopTreeEveryRule, IsTheSameEveryTime) {
  const Mesh mesh = testing_support::torus(40, 30);
  const DopTree first = build(mesh), second = build(mesh);
  ASSERT_EQ(first.nodes().size(), second.nodes().size());
  EXPECT_EQ(0,
            std::memcmp(first.nodes().data(), second.nodes().data(), first.nodes().size() * sizeof(DopNode)));
}

TEST_P(DopTreeEveryRule, SurvivesIdenticalTriangles) {
  const Mesh mesh = testing_support::mesh_of(
      std::vector<Corners>(100000, {Vec3f{1, 2, 3}, Vec3f{2, 2, 3}, Vec3f{1, 3, 3}}));
  const DopTree tree = build(mesh);
  expect_well_formed(tree, mesh);
  EXPECT_LE(tree.depth(), 17);
}

TEST_P(DopTreeEveryRule, SurvivesPointsLinesAndExtremes) {
  std::vector<Corners> triangles;
  for (int i = -140; i < 127; ++i) {  // sizes from subnormal to the largest, all at the origin, then points
    const float size = std::ldexp(1.0f, i);
    triangles.push_back({Vec3f{size, 0, 0}, Vec3f{0, size, 0}, Vec3f{0, 0, -size}});
    triangles.push_back({Vec3f{size, size, size}, Vec3f{size, size, size}, Vec3f{size, size, size}});
  }
  const Mesh mesh = testing_support::mesh_of(triangles);
  expect_well_formed(build(mesh), mesh);
}

TEST(DopTreeTest, RefusesAnEmptyMeshAndUnknownRules) {
  EXPECT_THROW(DopTree::build(Mesh{}, {}), InputError);
  EXPECT_THROW(DopTree::build(testing_support::torus(3, 3), {24, "best"}), InputError);
}

TEST(DopTreeTest, DepthByHand) {
  Random random(2);
  EXPECT_EQ(DopTree::build(testing_support::random_soup(random, 1, 1, 1), {24, "median"}).depth(), 1);
  EXPECT_EQ(DopTree::build(testing_support::random_soup(random, 2, 1, 1), {24, "median"}).depth(), 1);
  EXPECT_EQ(DopTree::build(testing_support::random_soup(random, 3, 1, 1), {24, "median"}).depth(), 2);
  EXPECT_EQ(DopTree::build(testing_support::random_soup(random, 4, 1, 1), {24, "median"}).depth(), 2);
  EXPECT_EQ(DopTree::build(testing_support::random_soup(random, 1024, 1, 1), {24, "median"}).depth(), 10);
}

// Four triangles in two clusters along x: which pair holds what, by hand.
TEST(DopTreeTest, TwoClustersByHand) {
  const auto at = [](float x) { return Corners{Vec3f{x, 0, 0}, Vec3f{x + 1, 0, 0}, Vec3f{x, 1, 0}}; };
  const Mesh mesh = testing_support::mesh_of({at(100), at(0), at(102), at(3)});
  for (const std::string& rule : split_rule_names()) {
    const DopTree tree = DopTree::build(mesh, {24, rule});
    ASSERT_EQ(tree.pair_count(), 3u) << rule;
    EXPECT_EQ(tree.node(0, 0).child, 1u);
    EXPECT_EQ(tree.node(0, 1).child, 2u);
    EXPECT_EQ(tree.node(1, 0).triangle, 1u);
    EXPECT_EQ(tree.node(1, 1).triangle, 3u);
    EXPECT_EQ(tree.node(2, 0).triangle, 0u);
    EXPECT_EQ(tree.node(2, 1).triangle, 2u);
    EXPECT_EQ(tree.node(0, 0).d[0], 0);
    EXPECT_EQ(tree.node(0, 0).d[12], 4);
  }
}

// As many triangles as are divided among threads several times, and some that all lie on one another.
TEST(DopTreeTest, TheNumberOfThreadsDoesNotShow) {
  Random random(67);
  Mesh mesh = random_soup(random, 30000, 1, 0.01);
  mesh.triangles.insert(mesh.triangles.end(), 9000, mesh.triangles[7]);
  for (const char* rule : {"dop", "mean"}) {
    const TreeOptions options{24, rule};
    const std::vector<DopNode> expected = build_nodes(mesh, options, 1);
    for (const unsigned threads : {2u, 3u, 8u}) {
      const std::vector<DopNode> nodes = build_nodes(mesh, options, threads);
      ASSERT_EQ(nodes.size(), expected.size());
      EXPECT_EQ(std::memcmp(nodes.data(), expected.data(), nodes.size() * sizeof(DopNode)), 0);
    }
  }
}

TEST(DopTreeTest, WhatEndsTheBuildingReachesTheCaller) {
  Random random(69);
  const Mesh mesh = random_soup(random, 30000, 1, 0.01);
  for (const unsigned threads : {1u, 4u}) {
    for (const int patience : {0, 3, 9}) {
      TreeOptions options;
      int calls = 0;
      const std::thread::id caller = std::this_thread::get_id();
      options.while_building = [&] {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        if (calls++ == patience) throw std::runtime_error("enough");
      };
      if (threads == 1) {
        EXPECT_THROW(build_nodes(mesh, options, threads), std::runtime_error);
        EXPECT_EQ(calls, patience + 1);
      } else {
        try {
          build_nodes(mesh, options, threads);  // the others may have left nothing to the calling thread
        } catch (const std::runtime_error&) {
          EXPECT_EQ(calls, patience + 1);
        }
      }
    }
  }
}

TEST(DopTreeTest, AMillionTriangles) {
  const Mesh mesh = testing_support::torus(1000, 500);
  for (const std::string rule : {"median", "mean", "area", "dop"}) {
    const auto start = std::chrono::steady_clock::now();
    const DopTree tree = DopTree::build(mesh, {24, rule});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(tree.triangle_count(), 1000000u);
    std::printf("1,000,000 triangles, rule %s: %.2f s, %.0f MB of nodes, depth %d\n", rule.c_str(),
                seconds.count(), static_cast<double>(tree.nodes().size() * sizeof(DopNode)) / 1e6,
                tree.depth());
  }
}

}  // namespace
}  // namespace collisionchip
