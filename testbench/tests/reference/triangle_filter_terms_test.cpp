// What the filter's proof takes for granted (docs/exactness.md), computed a second time: matrices accurate entry by
// entry, bounds of offsets, limits of both stages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using Real = long double;
__extension__ using Integer = __int128;
using IntegerVector = std::array<Integer, 3>;

IntegerVector product(const IntegerVector& a, const IntegerVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
IntegerVector difference(const Vec3f& a, const Vec3f& b) {
  return {static_cast<Integer>(a.x) - static_cast<Integer>(b.x),
          static_cast<Integer>(a.y) - static_cast<Integer>(b.y),
          static_cast<Integer>(a.z) - static_cast<Integer>(b.z)};
}

// Integers of 20 bits; many triangles are all but a line, and nearly in a plane of two axes.
Corners integer_triangle(Random& random) {
  const auto draw = [&](int bits) { return static_cast<float>(random.below(2 << bits) - (1 << bits)); };
  Corners corners;
  for (Vec3f& corner : corners) corner = {draw(20), draw(20), draw(20)};
  const int flat = random.below(3);
  if (flat > 0) {  // the third corner a little off the line through the others
    const float share = static_cast<float>(random.below(5) - 2);
    for (int axis = 0; axis < 3; ++axis)
      corners[2][axis] = corners[0][axis] + share * (corners[1][axis] - corners[0][axis]) / 4;
    for (int axis = 0; axis < 3; ++axis) corners[2][axis] = std::round(corners[2][axis]) + draw(2);
  }
  if (flat == 2) corners[1].z = corners[0].z;
  return corners;
}

TEST(TriangleFilterTerms, AMatrixIsAccurateEntryByEntry) {
  Random random(101);
  int compared = 0, unbounded = 0;
  for (int n = 0; n < 20000; ++n) {
    const Corners corners = integer_triangle(random);
    const TriangleRecord record = make_triangle_record(corners, 0);
    if (!std::isfinite(record.bound[0])) {
      ++unbounded;
      continue;
    }
    // The origin is the corner whose offset is 0 up to rounding: that opposite the longest edge.
    std::size_t origin = 0;
    Integer longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const IntegerVector e = difference(corners[(i + 2) % 3], corners[(i + 1) % 3]);
      const Integer length = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
      if (length > longest) {
        longest = length;
        origin = i;
      }
    }
    const IntegerVector u = difference(corners[(origin + 1) % 3], corners[origin]),
                        v = difference(corners[(origin + 2) % 3], corners[origin]), normal = product(u, v),
                        v_n = product(v, normal), n_u = product(normal, u);
    const Real area2 =
        static_cast<Real>(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (std::size_t j = 0; j < 3; ++j) {
      const Real rows[] = {static_cast<Real>(v_n[j]) / area2, static_cast<Real>(n_u[j]) / area2,
                           static_cast<Real>(normal[j]) / (std::sqrt(area2) * std::sqrt(std::sqrt(area2)))};
      for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_LE(std::abs(record.to_unit[i][j] - rows[i]), 1.001L * 0x1p-24L * std::abs(rows[i])) << n;
        ++compared;
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      Real sum = 0;
      for (int j = 0; j < 3; ++j)
        sum += std::abs(Real{record.to_unit[i][static_cast<std::size_t>(j)]} * corners[origin][j]);
      ASSERT_GE(Real{record.bound[i]}, 0.75L * sum) << n;
      ASSERT_LE(Real{record.bound[i]}, 0.75L * sum * (1 + 0x1p-22L)) << n;
    }
  }
  EXPECT_GT(compared, 50000);
  EXPECT_LT(unbounded, 5000);
}

TEST(TriangleFilterTerms, AnInverseHasTheWholeOffsetAsItsBoundOrNone) {
  Random random(102);
  for (int n = 0; n < 2000; ++n) {
    const Pose pose = testing_support::random_pose(random, 3);
    const FrameMatrices frames = make_frame_matrices(pose, TumbledSide::b);
    for (std::size_t i = 0; i < 3; ++i) {
      Real sum = 0;
      for (int j = 0; j < 3; ++j)
        sum += std::abs(Real{frames.to_tumbled[i][static_cast<std::size_t>(j)]} * pose.t[j]);
      EXPECT_GE(Real{frames.to_tumbled_bound[i]}, sum) << n;
      EXPECT_LE(Real{frames.to_tumbled_bound[i]}, sum * (1 + 0x1p-22L)) << n;
      EXPECT_EQ(frames.to_aligned_bound[i], std::abs(pose.t[static_cast<int>(i)]));
    }
  }
  // Entries of the inverse below the normal range, or offsets beyond it.
  Pose large;
  for (std::size_t i = 0; i < 3; ++i) large.r[i][i] = 0x1.8p127f;
  EXPECT_EQ(make_frame_matrices(large, TumbledSide::b).to_tumbled_bound[0], HUGE_VALF);
  Pose small;
  for (std::size_t i = 0; i < 3; ++i) small.r[i][i] = 0x1p-100f;
  small.t = {0x1p100f, 0, 0};
  EXPECT_EQ(make_frame_matrices(small, TumbledSide::b).to_tumbled_bound[1], HUGE_VALF);
}

TEST(TriangleFilterTerms, LimitsOfBothStages) {
  const auto first = [](float s, float y) { return with_value(broadcast(s), broadcast(y))[0]; };
  EXPECT_EQ(first(0, 0), 0x1p-112f);
  EXPECT_EQ(first(0x1p-120f, -4), 1);
  EXPECT_EQ(first(8, -4), 9);
  const auto second = [](float e) { return bounded_error(broadcast(e))[0]; };
  EXPECT_EQ(second(0), 0x1p-61f);
  EXPECT_EQ(second(1), 0x1p-21f);
  EXPECT_EQ(second(std::nextafter(0x1p60f, 0.0f)), std::nextafter(0x1p39f, 0.0f));
  EXPECT_EQ(second(0x1p60f), HUGE_VALF);
}

}  // namespace
}  // namespace collisionchip
