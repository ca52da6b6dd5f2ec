// The bound e of the triangle filter against its derivation, docs/exactness.md: e is that of the page,
// and it is as large as the proof of the Intersection Test Unit needs, even if the errors use up the whole bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using testing_support::to_float;

constexpr double kUnit = 0x1p-24;

// The terms of the page for one corner x and one row of the unit-triangle matrix, in double.
struct Terms {
  double magnitudes = 0;  // sum of |U_j| S_j
  double values = 0;      // sum of |U_j y_j|
  double around = 0;      // W0, the sum of |U_j o_j|
  double coordinate = 0;  // q

  // e of the page: u (sum of |U_j| (8 S_j + 2 |y_j|) + 8 W) with W of 3/4 W0.
  double documented() const { return kUnit * (8 * magnitudes + 2 * values + 6 * around); }
  // What the second stage may be off, and 1.55 u |q| for the roundings of the products behind it.
  double needed() const {
    return 4.02 * kUnit * (magnitudes + values + around) + 1.55 * kUnit * std::abs(coordinate);
  }
};

// A pose, a corner of one triangle, and another triangle, whose angle at corner 0 is the widest.
struct Scene {
  Pose pose;
  Vec3f x;
  Corners triangle;
};

void expect_bound(const Scene& scene, double& least_spare) {
  const TriangleRecord record = make_triangle_record(scene.triangle, 0);
  const FrameMatrices frames = make_frame_matrices(scene.pose, TumbledSide::b);
  const BoundedCorners corners(frames.to_aligned, frames.to_aligned_bound,
                               corner_lanes({scene.x, scene.x, scene.x}));
  const std::array<float, 3> y = {corners.value.x[0], corners.value.y[0], corners.value.z[0]};
  for (std::size_t row = 0; row < 3; ++row) {
    const BoundedLane lane(record.to_unit, record.bound, corners, static_cast<int>(row));
    Terms terms;
    terms.coordinate = lane.value[0];
    for (std::size_t j = 0; j < 3; ++j) {
      double s = std::abs(double{scene.pose.t[static_cast<int>(j)]});
      for (std::size_t i = 0; i < 3; ++i)
        s += std::abs(double{scene.pose.r[j][i]} * scene.x[static_cast<int>(i)]);
      const double u = std::abs(double{record.to_unit[row][j]});
      terms.magnitudes += u * s;
      terms.values += u * std::abs(double{y[j]});
      terms.around += u * std::abs(double{scene.triangle[0][static_cast<int>(j)]});
    }
    const double e = lane.error[0];
    ASSERT_LT(e, HUGE_VAL);
    EXPECT_NEAR(e / terms.documented(), 1, 0x1p-20);
    EXPECT_GE(e, terms.needed());
    least_spare = std::min(least_spare, e / terms.needed());
  }
}

// Corner 0 opposite the longest edge, since its angle is obtuse, at `origin`.
Corners wide_triangle(Random& random, const Vec3d& origin) {
  const Vec3d u = random.point(1), any = random.point(1), v = dot(u, any) < 0 ? any : -1.0 * any;
  return {to_float(origin), to_float(origin + u), to_float(origin + v)};
}

TEST(TriangleFilterProof, TheBoundIsTheOneOfThePage) {
  Random random(41);
  double least = HUGE_VAL;
  for (int i = 0; i < 5000; ++i) {
    const double far = std::ldexp(1.0, random.below(20) - 10);
    const Scene scene = {testing_support::random_pose(random, far), to_float(random.point(far)),
                         wide_triangle(random, random.point(far))};
    expect_bound(scene, least);
  }
}

// All of W: the corner is at the origin of both frames, the triangle far from it.
TEST(TriangleFilterProof, ThreeQuartersOfTheOffsetAreEnough) {
  Random random(43);
  double least = HUGE_VAL;
  for (int i = 0; i < 5000; ++i) {
    expect_bound({testing_support::random_pose(random, 0), {}, wide_triangle(random, random.point(100))},
                 least);
  }
  EXPECT_LT(least, 1.1) << "a proof that wastes more than this can do with less";
}

// All of |y|: no magnitude of the first stage cancels, and the triangle lies at the origin.
TEST(TriangleFilterProof, AQuarterOfTheCoordinateIsEnough) {
  Random random(47);
  double least = HUGE_VAL;
  for (int i = 0; i < 5000; ++i) {
    expect_bound({Pose{}, to_float(random.point(100)), wide_triangle(random, {})}, least);
  }
  EXPECT_LT(least, 1.06);
}

}  // namespace
}  // namespace collisionchip
