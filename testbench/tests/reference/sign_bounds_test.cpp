// The bounds of the exact predicate's filter: at least what docs/exactness.md derives for every kind of sign,
// and not a waste; and pairs of triangles whose signs drown in rounding.
#include "collisionchip/reference/triangle/sign_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Random;
using testing_support::to_float;

constexpr long double kUnit = 0x1p-53L;

// What the page adds up, in units of 2^-53 of the largest coordinate M: S = EF + FG + EG for vectors of sizes
// E, F, G, six products of a difference's error and the evaluation; E + F for the areas of plane pictures.
struct Proof {
  long double epsilon, magnitude;

  explicit Proof(double m) : epsilon(8.01L * kUnit * m), magnitude(m) {}

  long double determinant(long double e, long double f, long double g) const {
    e += epsilon, f += epsilon, g += epsilon;
    return (48.06L + 28 * 2.01L / 3) * kUnit * magnitude * (e * f + f * g + e * g);
  }
  long double area(long double e, long double f) const {
    return 20.1L * kUnit * magnitude * (e + f + 2 * epsilon);
  }
};

// `waste`: how much larger than the proof's the bound may be.
void expect_covers(double bound, long double needed, long double waste, const char* what) {
  EXPECT_GE(bound, needed) << what;
  EXPECT_LE(bound, waste * needed) << what;
}

TEST(SignBounds, AreThoseOfTheProof) {
  Random random(31);
  for (int i = 0; i < 20000; ++i) {
    // Edges from as long as the coordinates down to 2^-20 of them, far longer than the padding.
    const double m = std::ldexp(random.uniform(1, 2), random.below(400) - 200);
    const double a = m * std::ldexp(1.0, -random.below(21)), b = m * std::ldexp(1.0, -random.below(21));
    const double apart = m * std::ldexp(1.0, -random.below(21));
    const SignBounds bounds = sign_bounds(m, a, b, apart);
    const Proof proof(m);
    const long double between = static_cast<long double>(apart) + a + b;  // any corner of A to any of B
    expect_covers(bounds.a_plane, proof.determinant(a, a, between), 1.02L, "plane of A");
    expect_covers(bounds.b_plane, proof.determinant(b, b, between), 1.02L, "plane of B");
    expect_covers(bounds.twist, proof.determinant(a, b, between), 1.02L, "twist");
    expect_covers(bounds.flat, proof.area(std::max(a, b), between), 68 / 20.0L, "plane picture");
    expect_covers(bounds.order, proof.epsilon, 4, "order");
  }
}

// Where there are no edges the padding alone has to cover what a corner is off.
TEST(SignBounds, ArePaddedForTrianglesThatAreLostInRounding) {
  const SignBounds bounds = sign_bounds(1, 0, 0, 0);
  const Proof proof(1);
  EXPECT_GE(bounds.a_plane, proof.determinant(0, 0, 0));
  EXPECT_GE(bounds.b_plane, proof.determinant(0, 0, 0));
  EXPECT_GE(bounds.twist, proof.determinant(0, 0, 0));
  EXPECT_GE(bounds.flat, proof.area(0, 0));
}

// In the middle of a large triangle lies one of 2^-40 of its size, tilted by 2^-12 or so and moved by a pose:
// doubles keep a dozen bits of its shape. Whether it pierces the large one is known, since its corners are off
// the large one's plane by far more than float32 rounds them.
TEST(SignBounds, ATinyTriangleInALargeOneDrownsInRounding) {
  Random random(37);
  int wrong = 0, meeting = 0;
  for (int i = 0; i < 5000; ++i) {
    testing_support::Scene scene(random, testing_support::Numbers::coarse);
    const testing_support::Triangle large = scene.triangle();
    const Vec3d u = large[1] - large[0], v = large[2] - large[0], n = cross(u, v);
    if (dot(n, n) < 0x1p36) continue;  // a sliver has no middle
    Case c;
    c.pose = testing_support::random_pose(random, 0);
    c.pose.t = to_float(scene.in_plane(large, 0.25 + random.below(5) / 16.0, 0.25 + random.below(3) / 16.0));
    const double size = std::ldexp(1.0, -40), tilt = std::ldexp(1.0, -11 - random.below(4));
    const bool pierces = random.below(2) == 0;
    meeting += pierces ? 1 : 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double height =
          (pierces && k == 0 ? -1 : 1) * tilt * random.uniform(0.5, 1) * std::sqrt(dot(u, u));
      const Vec3d off =
          random.uniform(-1, 1) * u + random.uniform(-1, 1) * v + height / std::sqrt(dot(n, n)) * n;
      Vec3d in_b;
      for (int axis = 0; axis < 3; ++axis) {
        const auto j = static_cast<std::size_t>(axis);
        in_b[axis] = size * dot({c.pose.r[0][j], c.pose.r[1][j], c.pose.r[2][j]}, off);
      }
      c.a[k] = to_float(large[k]);
      c.b[k] = to_float(in_b);
    }
    wrong += triangles_intersect_exactly(c.a, c.b, c.pose) != pierces ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(meeting, 1000);
}

}  // namespace
}  // namespace collisionchip
