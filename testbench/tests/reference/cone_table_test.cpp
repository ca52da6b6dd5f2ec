// Cones that are looked up: each holds the direction that it was looked up for, on borders as well.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "collisionchip/reference/dop/cone_table.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

double least_lambda(const Cone& cone, const Vec3d& b) {
  return std::min({dot(cone.inverse[0], b), dot(cone.inverse[1], b), dot(cone.inverse[2], b)});
}

TEST(ConeTable, TheConeHoldsTheDirection) {
  testing_support::Random random(8);
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    const ConeTable& table = cone_table(k);
    for (int round = 0; round < 20000; ++round) {
      Vec3d b = random.point(1);
      if (round % 2 == 0) b = {random.below(9) - 4.0, random.below(9) - 4.0, random.below(9) - 4.0};
      if (round % 5 == 0) b.x *= 1e-9;
      const double size = std::abs(b.x) + std::abs(b.y) + std::abs(b.z);
      ASSERT_GE(least_lambda(table.cone_of(b), b), -1e-14 * size)
          << "k " << k << ": " << b.x << " " << b.y << " " << b.z;
    }
  }
}

// k = 8 and 12 are left out, because their cones overlap.
TEST(ConeTable, InsideOfAConeItIsThatOfTheDirections) {
  testing_support::Random random(9);
  for (const int k : {6, 14, 18, 24, 26}) {
    std::size_t inside = 0;
    for (int round = 0; round < 5000; ++round) {
      const Vec3d b = random.point(1);
      const Cone& cone = dop_directions(k).cone_of(b);
      if (least_lambda(cone, b) < 1e-9) continue;
      ++inside;
      EXPECT_EQ(cone_table(k).cone_of(b).j, cone.j) << "k " << k;
    }
    EXPECT_GT(inside, 4900u);
  }
}

}  // namespace
}  // namespace collisionchip
