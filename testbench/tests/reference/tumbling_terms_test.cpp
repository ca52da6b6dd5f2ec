// Every term of the bounds of docs/tree.md, computed a second time in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/dop/dop_volume.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/tumbling/convex_hull.h"
#include "collisionchip/reference/tumbling/hill_climb.h"
#include "collisionchip/reference/tumbling/tumbled_directions.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Real = long double;

Real magnitudes(const Vec3d& v) {
  return std::abs(Real{v.x}) + std::abs(Real{v.y}) + std::abs(Real{v.z});
}

TEST(TumbledDirections, EveryTermOfTheSlackIsThatOfThePage) {
  Random random(81);
  for (int n = 0; n < 1000; ++n) {
    const int k = n % 3 == 0 ? 24 : n % 3 == 1 ? 6 : 14;
    RigidMap map = RigidMap::of(
        n % 2 == 0 ? testing_support::signed_permutation(random) : testing_support::random_pose(random, 0),
        TumbledSide::b);
    const int scale = n % 5 == 0 ? -149 : random.below(40) - 20;
    map.t = std::ldexp(n % 4 == 0 ? 0.0 : 1.0, scale - random.below(60)) * random.point(1);
    if (n % 7 == 1) map.row_error = std::ldexp(1.0, -30 - random.below(30));
    if (n % 7 == 2) map.translation_error = std::ldexp(1.0, scale - 20 - random.below(30));
    testing_support::Corners corners;
    const Vec3d middle = std::ldexp(1.0, scale) * random.point(n % 6 == 0 ? 0 : 1);
    for (Vec3f& corner : corners)
      corner =
          testing_support::to_float(middle + std::ldexp(1.0, scale - random.below(20)) * random.point(1));
    if (n % 11 == 0) corners = {};  // a point at the origin
    const DopNode root = leaf_dop(k, corners, 0);
    const DopBox box = dop_box(dop_directions(k), root);
    const TumbledDirections found(k, map, root);
    for (int i = 0; i < k / 2; ++i) {
      const Vec3d normal = dop_directions(k).normal(i);
      const Real n_abs = magnitudes(normal);
      Real size = 0,
           wanted = n_abs * map.translation_error + 0x1p-49L * n_abs * magnitudes(map.t) + 0x1p-1000L;
      for (int row = 0; row < 3; ++row)
        size += std::abs(normal[row]) * magnitudes(map.rows[static_cast<std::size_t>(row)]);
      for (int axis = 0; axis < 3; ++axis) {
        Real b = 0;
        for (int row = 0; row < 3; ++row)
          b += Real{normal[row]} * map.rows[static_cast<std::size_t>(row)][axis];
        const Real reach =
            (1 + 0x1p-20L) * std::max(std::abs(Real{box.low[axis]}), std::abs(Real{box.high[axis]}));
        wanted += (n_abs * map.row_error + 0x1p-50L * size + 0x1p-49L * std::abs(b)) * reach;
      }
      EXPECT_GE(found.slack(i), wanted * (1 - 0x1p-40L)) << n;
      EXPECT_LE(found.slack(i), wanted * (1 + 0x1p-40L)) << n;
    }
  }
}

// Points about a middle that is 0 up to rounding, on a sphere of radius 1: all are vertices.
std::vector<Vec3d> sphere(Random& random, int count, const Vec3d& at) {
  std::vector<Vec3d> points;
  for (int i = 0; i < count; ++i) {
    const Vec3d p = random.point(1);
    points.push_back(at + 1 / std::sqrt(dot(p, p)) * p);
  }
  return points;
}

// Facets are the triples of vertices that are each other's neighbours and have all others below them.
Real ball_inside(const ConvexHull& hull, const Vec3d& centre) {
  Real radius = HUGE_VALL;
  const auto count = static_cast<std::uint32_t>(hull.vertices.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t p = hull.first_neighbour[a]; p < hull.first_neighbour[a + 1]; ++p) {
      for (std::uint32_t q = hull.first_neighbour[a]; q < hull.first_neighbour[a + 1]; ++q) {
        const Vec3d from = hull.vertices[a], normal = cross(hull.vertices[hull.neighbours[p]] - from,
                                                            hull.vertices[hull.neighbours[q]] - from);
        const double length = std::sqrt(dot(normal, normal));
        if (length == 0) continue;
        const bool below = std::all_of(hull.vertices.begin(), hull.vertices.end(), [&](const Vec3d& other) {
          return dot(normal, other - from) <= 1e-9 * length;
        });
        if (below) radius = std::min(radius, Real{dot(normal, from - centre)} / length);
      }
    }
  }
  return radius;
}

// Four times the height that a point may have above a plane, in parts of the ball inside, times the size. Near the origin most
// of the margin comes from the size, far from the origin from the reach.
TEST(ConvexHull, EveryTermOfItsMarginIsThatOfThePage) {
  Random random(82);
  for (const double away : {0.0, 0x1p12, 0x1p20}) {
    for (int n = 0; n < 10; ++n) {
      const Vec3d at = away * Vec3d{1, 0.5, -0.25};
      const std::vector<Vec3d> points = sphere(random, 40, at);
      const std::optional<ConvexHull> hull = convex_hull(points);
      if (away == 0x1p20) {  // a digit of the reach is 2^-32 of the size
        EXPECT_TRUE(!hull || hull->margin <= 0x1p-19) << n;
        if (!hull) continue;
      }
      ASSERT_TRUE(hull.has_value());
      EXPECT_EQ(hull->vertices.size(), points.size());
      Real size = 0, reach = 0;
      Vec3d centre;
      for (const Vec3d& point : points) {
        for (int axis = 0; axis < 3; ++axis) {
          size = std::max(size, std::abs(Real{point[axis]} - points.front()[axis]));
          reach = std::max(reach, std::abs(Real{point[axis]}));
        }
        centre = centre + 1.0 / static_cast<double>(points.size()) * (point - at);
      }
      const Real above = 0x1p-49L * size + 0x1p-51L * reach,
                 wanted = 4 * above / ball_inside(*hull, at + centre) * size;
      EXPECT_GE(hull->margin, 0.999L * wanted) << away;
      EXPECT_LE(hull->margin, 1.4L * wanted) << away;  // and what qhull's own planes are off
    }
  }
}

// The margin alone may have dug the valley.
TEST(HillClimb, LooksBehindWhatTheHullsMarginHides) {
  ConvexHull path;  // 0 - 1 - 2, the middle a little lower than the left
  path.vertices = {{1, 0, 0}, {1 - 0x1p-40, 0, 0}, {2, 0, 0}};
  path.neighbours = {1, 0, 2, 1};
  path.first_neighbour = {0, 1, 3, 4};
  HillClimb climb;
  path.margin = 0x1p-41;
  EXPECT_EQ(climb.climb(path, {1, 0, 0}, 0, 0).vertex, 2u);
  path.margin = 0x1p-43;
  EXPECT_EQ(climb.climb(path, {1, 0, 0}, 0, 0).vertex, 0u);
  EXPECT_EQ(climb.climb(path, {1, 1, 1}, 0, 0).vertex, 0u);
  path.margin = 0x1p-42;  // |b| counts as a sum
  EXPECT_EQ(climb.climb(path, {1, 0.5, 0.5}, 0, 0).vertex, 2u);
}

}  // namespace
}  // namespace collisionchip
