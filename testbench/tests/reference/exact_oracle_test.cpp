// The triangle test and the DOP tests against CGAL's exact arithmetic: vertices are the float32 numbers, B is
// moved by the float32 pose without any rounding, triangles are closed sets.
//
// fp32 may only err on pairs that nearly change state. "Nearly" is measured in units
// of 2^-24 S, S being the largest coordinate or translation that the arithmetic
// sees; kClear such units is the tolerance docs/exactness.md derives.
#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

using Kernel = CGAL::Simple_cartesian<CGAL::Exact_rational>;
using ExactTriangle = Kernel::Triangle_3;
using ExactPoint = Kernel::Point_3;
using Triangle = std::array<Vec3d, 3>;

constexpr double kClear = 8;

struct Case {
  Corners a, b;
  Pose pose;
};

ExactPoint exact_moved(const Pose& pose, const Vec3f& p) {
  const auto row = [&](int i) {
    CGAL::Exact_rational sum(pose.t[i]);
    for (int axis = 0; axis < 3; ++axis)
      sum += CGAL::Exact_rational(pose.r[i][axis]) * CGAL::Exact_rational(p[axis]);
    return sum;
  };
  return {row(0), row(1), row(2)};
}

bool exactly_intersect(const Case& c, bool& degenerate) {
  const ExactTriangle a(exact_moved({}, c.a[0]), exact_moved({}, c.a[1]), exact_moved({}, c.a[2]));
  const ExactTriangle b(exact_moved(c.pose, c.b[0]), exact_moved(c.pose, c.b[1]),
                        exact_moved(c.pose, c.b[2]));
  degenerate = a.is_degenerate() || b.is_degenerate();
  return !degenerate && CGAL::do_intersect(a, b);
}

double length(const Vec3d& v) {
  return std::sqrt(dot(v, v));
}
Vec3d unit(const Vec3d& v) {
  return 1 / length(v) * v;
}

Triangle moved(const Pose& pose, const Corners& corners) {
  Triangle out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int r = 0; r < 3; ++r) {
      out[i][r] = dot({pose.r[r][0], pose.r[r][1], pose.r[r][2]}, to_double(corners[i])) + double{pose.t[r]};
    }
  }
  return out;
}

double size_of(const Case& c) {
  double size = length(to_double(c.pose.t));
  for (const Corners& corners : {c.a, c.b}) {
    for (const Vec3f& corner : corners) size = std::max(size, length(to_double(corner)));
  }
  return size;
}

// The widest gap along the 17 axes that can separate two triangles.
double gap(const Triangle& a, const Triangle& b) {
  const Vec3d na = cross(a[1] - a[0], a[2] - a[0]), nb = cross(b[1] - b[0], b[2] - b[0]);
  std::vector<Vec3d> axes = {na, nb};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d ea = a[(i + 1) % 3] - a[i];
    axes.push_back(cross(na, ea));
    axes.push_back(cross(nb, b[(i + 1) % 3] - b[i]));
    for (std::size_t j = 0; j < 3; ++j) axes.push_back(cross(ea, b[(j + 1) % 3] - b[j]));
  }
  double widest = -HUGE_VAL;
  for (const Vec3d& axis : axes) {
    if (length(axis) == 0) continue;
    const Vec3d n = unit(axis);
    const auto range = [&](const Triangle& t) {
      return std::minmax({dot(n, t[0]), dot(n, t[1]), dot(n, t[2])});
    };
    const auto [a_low, a_high] = range(a);
    const auto [b_low, b_high] = range(b);
    widest = std::max({widest, b_low - a_high, a_low - b_high});
  }
  return widest;
}

// By how much coordinates may err before the edge p q, which pierces the triangle, is no longer seen to do
// so: the ends' distances from the plane, and the piercing point's distances from the sides, the latter
// reduced as the edge is slanted.
double piercing_margin(const Vec3d& p, const Vec3d& q, const Triangle& t) {
  const Vec3d n = unit(cross(t[1] - t[0], t[2] - t[0]));
  const double pz = dot(n, p - t[0]), qz = dot(n, q - t[0]);
  if (pz * qz >= 0) return 0;
  double margin = std::min(std::abs(pz), std::abs(qz));
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d inward = unit(cross(n, t[(i + 1) % 3] - t[i]));
    const double px = dot(inward, p - t[i]), qx = dot(inward, q - t[i]);
    const double drop = std::abs(pz) + std::abs(qz);
    const double at = (px * std::abs(qz) + qx * std::abs(pz)) / drop;
    margin = std::min(margin, at * drop / (drop + std::abs(px) + std::abs(qx)));
  }
  return std::max(0.0, margin);
}

double crossing_margin(const Triangle& a, const Triangle& b) {
  double margin = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    margin = std::max(
        {margin, piercing_margin(a[i], a[(i + 1) % 3], b), piercing_margin(b[i], b[(i + 1) % 3], a)});
  }
  return margin;
}

// Does any DOP test, for any k and either side tumbled, part the pair?
bool parted_by_dops(const Case& c) {
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    const DopNode a = leaf_dop(k, c.a, 0), b = leaf_dop(k, c.b, 0);
    PartnerDop partner{};
    make_dop_transform(k, RigidMap::of(c.pose, TumbledSide::b), b).apply(b, partner);
    if (!overlap(k, partner, a)) return true;
    make_dop_transform(k, RigidMap::of(c.pose, TumbledSide::a), a).apply(a, partner);
    if (!overlap(k, partner, b)) return true;
  }
  return false;
}

struct Tally {
  int cases = 0, meeting = 0, missed = 0, invented = 0, parted = 0, clear_errors = 0;
  double widest_miss = 0, widest_invention = 0;  // in units of 2^-24 S
};

void judge(const Case& c, Tally& tally) {
  bool degenerate = false;
  const bool truth = exactly_intersect(c, degenerate);
  if (degenerate) return;
  ++tally.cases;
  if (truth) ++tally.meeting;
  if (truth && parted_by_dops(c)) ++tally.parted;
  const TriangleRecord a = make_triangle_record(c.a, 0), b = make_triangle_record(c.b, 0);
  const double step = 0x1p-24 * size_of(c);
  const Triangle ta = moved({}, c.a), tb = moved(c.pose, c.b);
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    const FrameMatrices frames = make_frame_matrices(c.pose, side);
    const bool answer =
        side == TumbledSide::a ? triangles_intersect(a, b, frames) : triangles_intersect(b, a, frames);
    if (answer == truth) continue;
    const double margin = (truth ? crossing_margin(ta, tb) : gap(ta, tb)) / step;
    ++(truth ? tally.missed : tally.invented);
    double& widest = truth ? tally.widest_miss : tally.widest_invention;
    widest = std::max(widest, margin);
    if (margin > kClear) ++tally.clear_errors;
  }
}

void run(const char* what, int count, std::uint64_t seed, const std::function<Case(Random&)>& make) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) judge(make(random), tally);
  std::printf(
      "%-34s %6d cases, %6d meet; fp32 missed %5d (widest %5.2f), invented %5d (widest %5.2f units)\n", what,
      tally.cases, tally.meeting, tally.missed, tally.widest_miss, tally.invented, tally.widest_invention);
  EXPECT_EQ(tally.clear_errors, 0) << what;
  EXPECT_EQ(tally.parted, 0) << what << ": a DOP test lost an intersecting pair";
  EXPECT_GT(tally.meeting, 0) << what;
}

// B's numbers for a point that lies at `place` in A's frame, rounded.
Vec3f seen_from_b(const Pose& pose, const Vec3d& place) {
  Matrix3 r;
  for (int i = 0; i < 3; ++i) r[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  return testing_support::to_float(inverse(r) * (place - to_double(pose.t)));
}

Corners seen_from_b(const Pose& pose, const Triangle& t) {
  return {seen_from_b(pose, t[0]), seen_from_b(pose, t[1]), seen_from_b(pose, t[2])};
}

Vec3d point_inside(Random& random, const Triangle& t) {
  const double u = random.uniform(0, 1), v = random.uniform(0, 1 - u);
  return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

Vec3d point_on_edge(Random& random, const Triangle& t) {
  return t[0] + random.uniform(0, 1) * (t[1] - t[0]);
}

Triangle triangle(Random& random, double extent, double size) {
  return moved({}, testing_support::random_triangle(random, extent, size));
}

// A thin triangle, `aspect` times longer than wide; the far corner is a different one each time.
Triangle sliver(Random& random, double aspect) {
  const Vec3d centre = random.point(1), along = unit(random.point(1)),
              across = unit(cross(along, random.point(1)));
  Triangle t = {centre, centre + 1 / aspect * across,
                centre + along + random.uniform(-1, 1) / aspect * across};
  std::rotate(t.begin(), t.begin() + random.below(3), t.end());
  return t;
}

Corners rounded(const Triangle& t) {
  return {testing_support::to_float(t[0]), testing_support::to_float(t[1]), testing_support::to_float(t[2])};
}

TEST(ExactOracle, GenericPairs) {
  run("generic", 6000, 1, [](Random& random) {
    return Case{testing_support::random_triangle(random, 0.3, 1),
                testing_support::random_triangle(random, 0.3, 1), testing_support::random_pose(random, 0.3)};
  });
}

// A corner of B on a face of A, as nearly as float32 can put it.
Case corner_on_face(Random& random, double size, double distance) {
  Case c;
  c.pose = testing_support::random_pose(random, distance);
  const Triangle a = triangle(random, 1, size);
  c.a = rounded(a);
  const Vec3d touch = point_inside(random, a);
  const Vec3d away = random.point(size);
  c.b = seen_from_b(c.pose, Triangle{touch, touch + away, touch + away + random.point(size)});
  return c;
}

TEST(ExactOracle, CornerOnFace) {
  run("corner on face", 4000, 2, [](Random& random) { return corner_on_face(random, 1, 1); });
  run("corner on face, small triangles", 4000, 3,
      [](Random& random) { return corner_on_face(random, 1e-3, 1); });
  run("corner on face, far away", 4000, 4, [](Random& random) { return corner_on_face(random, 1, 100); });
}

TEST(ExactOracle, EdgeOnEdge) {
  run("edge on edge", 4000, 5, [](Random& random) {
    Case c;
    c.pose = testing_support::random_pose(random, 1);
    const Triangle a = triangle(random, 1, 1);
    c.a = rounded(a);
    const Vec3d touch = point_on_edge(random, a), direction = random.point(1);
    c.b = seen_from_b(c.pose, Triangle{touch - direction, touch + random.uniform(0.1, 1) * direction,
                                       touch + random.point(1)});
    return c;
  });
}

TEST(ExactOracle, SharedCornersAndEdges) {
  run("shared corner", 4000, 6, [](Random& random) {
    Case c;
    c.pose = testing_support::random_pose(random, 1);
    const Triangle a = triangle(random, 1, 1);
    c.a = rounded(a);
    c.b = seen_from_b(c.pose, Triangle{a[0], a[0] + random.point(1), a[0] + random.point(1)});
    return c;
  });
  run("shared edge", 4000, 7, [](Random& random) {
    Case c;
    c.pose = testing_support::random_pose(random, 1);
    const Triangle a = triangle(random, 1, 1);
    c.a = rounded(a);
    c.b = seen_from_b(c.pose, Triangle{a[0], a[1], a[0] + random.point(1)});
    return c;
  });
  run("nearly coplanar", 4000, 8, [](Random& random) {
    Case c;
    c.pose = testing_support::random_pose(random, 1);
    const Triangle a = triangle(random, 1, 1);
    c.a = rounded(a);
    c.b = seen_from_b(c.pose,
                      Triangle{point_inside(random, a), point_on_edge(random, a), point_inside(random, a)});
    return c;
  });
}

TEST(ExactOracle, SliversAreNoWorse) {
  for (const double aspect : {10., 100., 1000., 1e4}) {
    const std::string what = "sliver pierced, 1:" + std::to_string(static_cast<int>(aspect));
    run(what.c_str(), 4000, 9, [&](Random& random) {
      Case c;
      c.pose = testing_support::random_pose(random, 1);
      const Triangle a = sliver(random, aspect);
      c.a = rounded(a);
      const Vec3d near_by = point_inside(random, a) + random.uniform(-1e-6, 1e-6) * unit(a[1] - a[0]);
      const Vec3d direction = random.point(1);
      c.b = seen_from_b(c.pose,
                        Triangle{near_by - direction, near_by + direction, near_by + 2.0 * random.point(1)});
      return c;
    });
  }
}

TEST(ExactOracle, VeryDifferentSizes) {
  for (const double ratio : {1e-2, 1e-4, 1e-6}) {
    const std::string what = "size ratio " + std::to_string(ratio);
    run(what.c_str(), 3000, 10, [&](Random& random) {
      Case c;
      c.pose = testing_support::random_pose(random, 1);
      const Triangle a = triangle(random, 1, 1);
      c.a = rounded(a);
      const Vec3d centre = point_inside(random, a);
      c.b = seen_from_b(c.pose, Triangle{centre + random.point(ratio), centre + random.point(ratio),
                                         centre + random.point(ratio)});
      return c;
    });
  }
}

}  // namespace
}  // namespace collisionchip
