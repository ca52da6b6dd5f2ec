// The builders bottom_up and insertion: against the same done by looking at everything, and exact answers over all of
// their trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/bottom_up_builder.h"
#include "collisionchip/reference/tree/dop_size.h"
#include "collisionchip/reference/tree/insertion_builder.h"
#include "collisionchip/reference/tree/tree_builder.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Random;

std::vector<DopNode> leaves_of(const Mesh& mesh, int k) {
  std::vector<DopNode> leaves;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) leaves.push_back(leaf_dop(k, mesh.corners(t), t));
  return leaves;
}

DopNode joined(int k, const DopNode& a, const DopNode& b) {
  DopNode both;
  enclose(k, a, b, both);
  return both;
}

// All pairs, each time.
TreeShape agglomerate_slowly(int k, const std::vector<DopNode>& leaves) {
  const SizeMeasure measure(k, leaves.size() <= kMostToJoinExactly);
  std::vector<DopNode> nodes = leaves;
  std::vector<std::uint32_t> alive;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) alive.push_back(i);
  std::vector<std::vector<DopSize>> sizes;  // of node and an earlier one
  const auto measure_with_earlier = [&](std::uint32_t node) {
    sizes.emplace_back();
    for (std::uint32_t i = 0; i < node; ++i) sizes[node].push_back(measure(joined(k, nodes[i], nodes[node])));
  };
  for (std::uint32_t i = 0; i < nodes.size(); ++i) measure_with_earlier(i);
  TreeShape shape;
  while (alive.size() > 1) {
    std::uint32_t first = 0, second = 0;
    for (const std::uint32_t b : alive) {
      for (const std::uint32_t a : alive) {
        if (a >= b) continue;
        const auto better = [&] {
          if (second == 0) return true;
          const DopSize &here = sizes[b][a], &best = sizes[second][first];
          if (!(here == best)) return here < best;
          return b - a != second - first ? b - a < second - first : a < first;
        };
        if (better()) {
          first = a;
          second = b;
        }
      }
    }
    alive.erase(std::remove_if(alive.begin(), alive.end(), [&](auto n) { return n == first || n == second; }),
                alive.end());
    alive.push_back(static_cast<std::uint32_t>(nodes.size()));
    shape.children.push_back({first, second});
    nodes.push_back(joined(k, nodes[first], nodes[second]));
    measure_with_earlier(alive.back());
  }
  shape.root = alive[0];
  return shape;
}

// Flat pieces along the axes, slanted ones, equal ones.
Mesh mixed_soup(Random& random, std::uint32_t count) {
  std::vector<Corners> triangles;
  for (std::uint32_t i = 0; i < count; ++i) {
    Corners corners = testing_support::random_triangle(random, 1, 0.2);
    if (i % 3 == 0) corners[0].z = corners[1].z = corners[2].z = static_cast<float>(random.below(3));
    if (i % 7 == 6) corners = triangles[i / 2];
    triangles.push_back(corners);
  }
  return testing_support::mesh_of(triangles);
}

TEST(BottomUp, IsWhatAllPairsGive) {
  Random random(91);
  for (const int k : {6, 8, 12, 24}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 10u, k == 6 ? 200u : k == 8 ? 100u : 60u}) {
      const std::vector<DopNode> leaves = leaves_of(mixed_soup(random, count), k);
      const TreeShape expected = agglomerate_slowly(k, leaves), found = join_bottom_up(k, leaves, nullptr);
      EXPECT_EQ(found.children, expected.children) << k << ' ' << count;
      EXPECT_EQ(found.root, expected.root);
    }
  }
}

// Every node is tried as the sibling.
class SlowInsertion {
 public:
  SlowInsertion(int k, const std::vector<DopNode>& leaves)
      : k_(k), leaves_(leaves), measure_(k, leaves.size() <= kMostToJoinExactly) {}

  TreeShape run() {
    const std::vector<std::uint32_t> order = insertion_order(leaves_.size());
    shape_.root = order[0];
    for (std::size_t i = 1; i < order.size(); ++i) insert(order[i]);
    return shape_;
  }

 private:
  DopNode volume(std::uint32_t node) const {
    if (node < leaves_.size()) return leaves_[node];
    const auto& children = shape_.children[node - leaves_.size()];
    return joined(k_, volume(children[0]), volume(children[1]));
  }
  void seek(std::uint32_t* place, std::uint32_t triangle, const DopSize& inherited) {
    const std::uint32_t node = *place;
    const DopNode alone = volume(node);
    const DopSize here = measure_(joined(k_, alone, leaves_[triangle]));
    if (here + inherited < least_) {
      least_ = here + inherited;
      best_ = place;
    }
    if (node < leaves_.size()) return;
    for (std::uint32_t& child : shape_.children[node - leaves_.size()])
      seek(&child, triangle, inherited + (here - measure_(alone)));
  }
  void insert(std::uint32_t triangle) {
    least_ = {HUGE_VAL, HUGE_VAL};
    shape_.children.reserve(leaves_.size());
    seek(&shape_.root, triangle, {});
    const auto parent = static_cast<std::uint32_t>(leaves_.size() + shape_.children.size());
    shape_.children.push_back({*best_, triangle});
    *best_ = parent;
  }

  int k_;
  const std::vector<DopNode>& leaves_;
  SizeMeasure measure_;
  TreeShape shape_;
  DopSize least_;
  std::uint32_t* best_ = nullptr;
};

TEST(InsertionBuilder, FindsTheBestPlaceOfAll) {
  Random random(92);
  for (const int k : {6, 8, 24}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 10u, k == 6 ? 120u : 50u}) {
      const std::vector<DopNode> leaves = leaves_of(testing_support::random_soup(random, count, 1, 0.3), k);
      const TreeShape expected = SlowInsertion(k, leaves).run(),
                      found = join_by_insertion(k, leaves, nullptr);
      EXPECT_EQ(found.children, expected.children) << k << ' ' << count;
      EXPECT_EQ(found.root, expected.root);
    }
  }
}

TEST(TreeBuilders, WhatIsNotOfferedIsNamed) {
  const Mesh mesh = testing_support::torus(3, 3);
  const auto complaint = [&](void (*change)(TreeOptions&)) -> std::string {
    TreeOptions options;
    change(options);
    try {
      DopTree::build(mesh, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint([](TreeOptions& o) { o.builder = "sideways"; }),
            "tree builder 'sideways': expected top_down, bottom_up or insertion");
  EXPECT_EQ(complaint([](TreeOptions& o) { o.axis = "w"; }).substr(0, 14), "tree axis 'w':");
  EXPECT_EQ(complaint([](TreeOptions& o) { o.point = "end"; }).substr(0, 17), "tree point 'end':");
  EXPECT_EQ(complaint([](TreeOptions& o) { o.objective = "x"; }).substr(0, 19), "tree objective 'x':");
  EXPECT_EQ(complaint([](TreeOptions& o) { o.degree = 3; }), "tree degree: expected 2, 4 or 8, got 3");
  EXPECT_EQ(complaint([](TreeOptions& o) { o.leaf_size = 65; }), "tree leaf size: expected 1 to 64, got 65");
  EXPECT_FALSE(complaint([](TreeOptions& o) { o.degree = 4; }).empty());
  EXPECT_FALSE(complaint([](TreeOptions& o) { o.leaf_size = 2; }).empty());
}

TEST(TreeBuilders, WhatEndsTheBuildingReachesTheCaller) {
  Random random(93);
  const Mesh mesh = testing_support::random_soup(random, 300, 1, 0.1);
  for (const char* builder : {"bottom_up", "insertion"}) {
    TreeOptions options{6, "dop"};
    options.builder = builder;
    int calls = 0;
    options.while_building = [&] {
      if (++calls == 3) throw std::runtime_error("enough");
    };
    EXPECT_THROW(DopTree::build(mesh, options), std::runtime_error) << builder;
    EXPECT_EQ(calls, 3);
  }
}

// The triangles of a contact and some more of their size, so that there is a tree to walk.
Mesh around(Random& random, const Corners& contact, int more) {
  std::vector<Corners> triangles = {contact};
  for (int i = 0; i < more; ++i) {
    Corners corners = contact;
    for (Vec3f& corner : corners) {
      const Vec3f& other = contact[static_cast<std::size_t>(random.below(3))];
      for (int axis = 0; axis < 3; ++axis) {
        if (random.below(3) == 0) corner[axis] = other[axis];
      }
    }
    triangles.push_back(corners);
  }
  return testing_support::mesh_of(triangles);
}

std::vector<TrianglePair> all_pairs(const Mesh& a, const Mesh& b, const Pose& pose) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
      if (triangles_intersect_exactly(a.corners(i), b.corners(j), pose)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(TreeBuilders, NoFamilyLosesAPair) {
  const TreeFormat& format = tree_format("dop128");
  std::size_t meeting = 0;
  for (const auto& family : testing_support::families()) {
    Random random(94);
    for (int round = 0; round < 21; ++round) {
      const Case c = family.make(random);
      const Mesh a = around(random, c.a, round % 4), b = around(random, c.b, round % 5);
      const std::vector<TrianglePair> expected = all_pairs(a, b, c.pose);
      meeting += expected.size();
      TreeOptions options{format.ks()[static_cast<std::size_t>(round) % format.ks().size()],
                          round % 2 == 0 ? "axis_point" : "dop"};
      options.axis = tree_axis_names()[static_cast<std::size_t>(round) % tree_axis_names().size()];
      for (const std::string& builder : format.builders()) {
        options.builder = builder;
        const auto tree_a = format.build(a, options), tree_b = format.build(b, options);
        for (const std::string& traversal : format.traversals()) {
          for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
            QueryOptions query;
            query.tumbled_side = side;
            EXPECT_EQ(format.query(*tree_a, *tree_b, c.pose, query, traversal).pairs, expected)
                << family.name << ' ' << options.k << ' ' << builder << ' ' << traversal;
          }
        }
      }
    }
  }
  EXPECT_GT(meeting, 1000u);
}

}  // namespace
}  // namespace collisionchip
