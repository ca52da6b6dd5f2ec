// Ways to tumble a DOP: all enclose what they must, none is tighter than the one before, pairs stay exact.
#include <cmath>

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/tumbling/polytope_vertices.h"
#include "collisionchip/reference/tumbling/tumbling_format.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

constexpr Tumbling kWays[] = {Tumbling::recompute, Tumbling::hull, Tumbling::polytope, Tumbling::rows};

// A cube's surface in squares: most corners lie in a plane with others, and on edges.
Mesh cube(int squares) {
  std::vector<testing_support::Corners> triangles;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      const auto at = [&](int u, int v) {
        Vec3f p;
        p[axis] = side;
        p[(axis + 1) % 3] = 2.0f * static_cast<float>(u) / static_cast<float>(squares) - 1;
        p[(axis + 2) % 3] = 2.0f * static_cast<float>(v) / static_cast<float>(squares) - 1;
        return p;
      };
      for (int u = 0; u < squares; ++u) {
        for (int v = 0; v < squares; ++v) {
          triangles.push_back({at(u, v), at(u + 1, v), at(u, v + 1)});
          triangles.push_back({at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)});
        }
      }
    }
  }
  return testing_support::mesh_of(triangles);
}

// Whether the tumbled corner lies between the coefficients along normal i, exactly: n . (R x + t) is a sum of products
// of three float32, which a sum of doubles holds.
bool inside(const DopDirections& directions, int i, const PartnerDop& dop, const Pose& pose, const Vec3d& x) {
  const auto half = static_cast<std::size_t>(directions.half()), at = static_cast<std::size_t>(i);
  testing_support::ExactSum below, above;  // largest - n . y, n . y - least
  below.add(dop[at]);
  above.add(-double{dop[at + half]});
  for (int row = 0; row < 3; ++row) {
    const double n = directions.normal(i)[row];
    for (int column = 0; column < 3; ++column) {
      const double term =
          n * double{pose.r[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]} * x[column];
      below.add(-term);
      above.add(term);
    }
    below.add(-n * double{pose.t[row]});
    above.add(n * double{pose.t[row]});
  }
  return below.sign() >= 0 && above.sign() >= 0;
}

std::ptrdiff_t leaves_below(const DopTree& tree, std::uint32_t node) {
  const DopNode& dop = tree.nodes()[node];
  return dop.is_leaf() ? 1 : leaves_below(tree, 2 * dop.child) + leaves_below(tree, 2 * dop.child + 1);
}

// For all nodes: every way encloses the corners, and is no tighter than the way before.
void expect_order(const Mesh& mesh, int k, const Pose& pose, const std::string& what) {
  TreeOptions options;
  options.k = k;
  const CollisionObject object = CollisionObject::build(mesh, options);
  const DopDirections& directions = dop_directions(k);
  const double reach = 4;
  std::vector<std::vector<PartnerDop>> tumbled;
  for (const Tumbling way : kWays) {
    TumbledTree tree(mesh, object.tree, way, kAllLevels);
    tree.begin_query(RigidMap::of(pose, TumbledSide::b));
    tumbled.emplace_back(object.tree.nodes().size());
    for (std::uint32_t node = 0; node < tumbled.back().size(); ++node) {
      const NodeCorners& corners = tree.corners();
      if (corners.begin(node) == corners.end(node)) continue;
      ASSERT_EQ(corners.end(node) - corners.begin(node), 3 * leaves_below(object.tree, node)) << what;
      PartnerDop& dop = tumbled.back()[node];
      tree.tumble(node, dop);
      for (int i = 0; i < directions.half(); ++i) {
        for (const Vec3d* x = corners.begin(node); x != corners.end(node); ++x)
          ASSERT_TRUE(inside(directions, i, dop, pose, *x)) << what << ", k " << k << ", node " << node;
        if (tumbled.size() == 1) continue;
        const PartnerDop& before = tumbled[tumbled.size() - 2][node];
        const auto high = static_cast<std::size_t>(i), low = static_cast<std::size_t>(i + k / 2);
        ASSERT_LE(before[high], dop[high]) << what << ", k " << k << ", node " << node << ", normal " << i;
        ASSERT_GE(before[low], dop[low]) << what << ", k " << k << ", node " << node << ", normal " << i;
        if (way != Tumbling::hull) continue;  // the same up to the last digit
        ASSERT_LE(dop[high] - before[high], reach * 0x1p-22) << what << ", node " << node;
        ASSERT_LE(before[low] - dop[low], reach * 0x1p-22) << what << ", node " << node;
      }
    }
  }
}

TEST(Tumbling, EachWayEnclosesAndTheOrderHolds) {
  Random random(71);
  const std::pair<std::string, Mesh> meshes[] = {{"torus", testing_support::torus(10, 6)},
                                                 {"soup", testing_support::random_soup(random, 60, 0.8, 0.3)},
                                                 {"cube", cube(3)}};
  for (const auto& [name, mesh] : meshes) {
    expect_order(mesh, 24, Pose{}, name + " unmoved");
    for (const int k : {6, 8, 14, 26}) expect_order(mesh, k, testing_support::random_pose(random, 0.5), name);
  }
}

TEST(Tumbling, ClimbsGoOnWhereTheLastPoseEnded) {
  const Mesh mesh = testing_support::torus(40, 20);
  const CollisionObject object = CollisionObject::build(mesh, {});
  TumbledTree tree(mesh, object.tree, Tumbling::hull, kAllLevels);
  EXPECT_GT(tree.hulls(), 100u);
  EXPECT_EQ(TumbledTree(mesh, object.tree, Tumbling::hull, 3).hulls(), 2u + 4u + 8u);
  std::uint64_t before = 0;
  const auto steps = [&](double turn) {
    const Pose pose = pose_from_quaternion({0.1, 0, 0, std::cos(turn / 2), 0, std::sin(turn / 2), 0});
    tree.begin_query(RigidMap::of(pose, TumbledSide::b));
    PartnerDop out;
    for (std::uint32_t node = 0; node < object.tree.nodes().size(); ++node) tree.tumble(node, out);
    const std::uint64_t all = tree.counters().steps;
    const std::uint64_t here = all - before;
    before = all;
    return here;
  };
  const std::uint64_t first = steps(1), again = steps(1), near = steps(1.01), far = steps(2.5);
  EXPECT_EQ(first, again);  // the same pose: from the same starts
  EXPECT_LT(10 * near, first);
  EXPECT_LT(3 * near, far);
  EXPECT_GT(near, 0u);
}

// A tumbled A has a map that is known up to an error; the same map without it, or at another place, asked before, must not
// stand for it.
TEST(Tumbling, WhatThePoseIsOffIsAdded) {
  const Mesh mesh = testing_support::torus(6, 5);  // of outer radius 1
  const CollisionObject object = CollisionObject::build(mesh, {});
  TumbledTree tree(mesh, object.tree, Tumbling::recompute, kAllLevels);
  const auto largest = [&](double row_error, double translation_error) {
    RigidMap map = RigidMap::of(Pose{}, TumbledSide::b);
    map.row_error = row_error;
    map.translation_error = translation_error;
    tree.begin_query(map);
    PartnerDop dop;
    tree.tumble(0, dop);
    return double{dop[0]};
  };
  const double exact = largest(0, 0);
  EXPECT_GE(largest(0x1p-10, 0) - exact, 2 * 0x1p-10);  // |x| + |y| + |z| of the root's reach is 2.3
  EXPECT_LE(largest(0x1p-10, 0) - exact, 3 * 0x1p-10);
  EXPECT_NEAR(largest(0, 0x1p-10) - exact, 0x1p-10, 0x1p-20);
  largest(0, 0);
  Pose beside;
  beside.t.x = 2;
  tree.begin_query(RigidMap::of(beside, TumbledSide::b));
  PartnerDop dop;
  tree.tumble(0, dop);
  EXPECT_NEAR(double{dop[0]} - exact, 2 * dop_directions(24).normal(0).x, 0x1p-20);
}

TEST(Tumbling, RowsAreTheChipsOwn) {
  Random random(73);
  const Mesh mesh = testing_support::torus(12, 8);
  const auto rows = make_tumbling_format(Tumbling::rows), polytope = make_tumbling_format(Tumbling::polytope);
  const TreeFormat& own = tree_format("dop128");
  std::uint64_t tests = 0, fewer = 0;
  for (int i = 0; i < 6; ++i) {
    const Pose pose = testing_support::random_pose(random, 1);
    const auto count = [&](const TreeFormat& format) {
      const auto tree = format.build(mesh, {});
      return format.query(*tree, *tree, pose, {}, "quickcd").counters.overlap_tests;
    };
    EXPECT_EQ(count(*rows), count(own));
    tests += count(own);
    fewer += count(*polytope);
  }
  EXPECT_LT(fewer, tests);
}

TEST(Tumbling, AFlatNodeHasNoHull) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 40; ++i) points.push_back({0.1 * (i % 7), 0.3 * (i / 7), 2});
  EXPECT_FALSE(convex_hull(points).has_value());
  points.push_back({0, 0, 2 + 0x1p-20});
  EXPECT_FALSE(convex_hull(points).has_value());
  points.push_back({0, 0, 3});
  ASSERT_TRUE(convex_hull(points).has_value());
  EXPECT_LT(convex_hull(points)->margin, 0x1p-38);
  EXPECT_FALSE(convex_hull(std::vector<Vec3d>(20, Vec3d{1, 1, 1})).has_value());
}

// A valley that rounding could have dug: the climb has to look behind it.
TEST(Tumbling, AClimbLooksBehindWhatRoundingHides) {
  ConvexHull path;  // 0 - 1 - 2, the middle a little lower than the left
  path.vertices = {{1, 0, 0}, {1 - 0x1p-50, 0, 0}, {2, 0, 0}};
  path.neighbours = {1, 0, 2, 1};
  path.first_neighbour = {0, 1, 3, 4};
  HillClimb climb;
  EXPECT_EQ(climb.climb(path, {1, 0, 0}, 0x1p-50, 0).vertex, 2u);
  EXPECT_EQ(climb.steps(), 1u);
  EXPECT_EQ(climb.climb(path, {1, 0, 0}, 0, 0).vertex, 0u);
}

TEST(Tumbling, PolytopesOfPointsAndLinesHaveVertices) {
  for (const testing_support::Corners& corners :
       {testing_support::Corners{{{0.1f, 0.2f, 0.3f}, {0.1f, 0.2f, 0.3f}, {0.1f, 0.2f, 0.3f}}},
        testing_support::Corners{{{0, 0, 0}, {1, 1, 1}, {0, 0, 0}}},
        testing_support::Corners{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}}) {
    for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
      const std::vector<Vec3d> vertices = enclosing_vertices(k, leaf_dop(k, corners, 0));
      for (const Vec3f& corner : corners) {
        for (const Vec3d& along : {Vec3d{1, 0.3, -0.2}, Vec3d{-0.4, 1, 0.9}, Vec3d{0.1, -0.7, 1}}) {
          double largest = -HUGE_VAL;
          for (const Vec3d& vertex : vertices) largest = std::max(largest, dot(along, vertex));
          EXPECT_GE(largest, dot(along, to_double(corner)));
        }
      }
    }
  }
}

// No tree has such a node; what asks for its vertices still gets some that enclose it.
TEST(Tumbling, ADopThatContradictsItselfHasTheVerticesOfItsBox) {
  constexpr int k = 18;
  const DopDirections& directions = dop_directions(k);
  DopNode node;
  for (int i = 0; i < k / 2; ++i) {
    const Vec3d n = directions.normal(i);
    const bool slanted = n.x != 0 && n.y != 0;  // |n . x| <= 2 in the box
    node.d[static_cast<std::size_t>(i)] = slanted ? 5.0f : -1.0f;
    node.d[static_cast<std::size_t>(i + k / 2)] = slanted ? 6.0f : 1.0f;
  }
  const std::vector<Vec3d> vertices = enclosing_vertices(k, node);
  ASSERT_EQ(vertices.size(), 8u);
  for (const Vec3d& vertex : vertices) {
    for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(std::abs(vertex[axis]), 1);
  }
}

TEST(Tumbling, PairsAreExactWithEach) {
  Random random(72);
  std::size_t hits = 0;
  for (const Tumbling way : kWays) {
    for (const int hill_levels : {kAllLevels, 2}) {
      if (way != Tumbling::hull && hill_levels == 2) continue;
      const auto format = make_tumbling_format(way, hill_levels);
      const auto expect = [&](const Mesh& mesh_a, const Mesh& mesh_b, const Pose& pose, const char* what) {
        const auto a = format->build(mesh_a, {}), b = format->build(mesh_b, {});
        const auto exact = exact_pairs(CollisionObject::build(mesh_a), CollisionObject::build(mesh_b), pose);
        for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
          QueryOptions options;
          options.tumbled_side = side;
          EXPECT_EQ(format->query(*a, *b, pose, options, "quickcd").pairs, exact) << format->name() << what;
        }
        hits += exact.size();
      };
      for (const testing_support::Family& family : testing_support::families()) {
        for (int i = 0; i < 12; ++i) {
          const auto c = family.make(random);
          expect(testing_support::mesh_of({c.a}), testing_support::mesh_of({c.b, c.b}), c.pose, family.name);
        }
      }
      const Mesh torus = testing_support::torus(16, 8), box = cube(5);
      for (int i = 0; i < 4; ++i) expect(torus, box, testing_support::random_pose(random, 1), " objects");
    }
  }
  EXPECT_GT(hits, 1000u);
}

}  // namespace
}  // namespace collisionchip
