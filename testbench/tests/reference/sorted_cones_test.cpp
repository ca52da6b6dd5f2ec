// Cones found by sorting: vectors are put together again from their directed normals, as tightly as by the search of all cones.
#include <gtest/gtest.h>

#include <cmath>

#include "collisionchip/reference/answer/sorted_cones.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// Every second one on a border: coordinates of the same size, zeros among them, or a sum of two others.
Vec3d vector_of(Random& random, int number) {
  if (number % 2 == 0) return random.point(1);
  const double p = random.uniform(0, 1), q = random.uniform(0, 1);
  const std::array<double, 6> sizes = {0, p, p, q, p + q, 1};
  Vec3d v;
  for (int axis = 0; axis < 3; ++axis) {
    const double size = sizes[static_cast<std::size_t>(random.below(6))];
    v[axis] = random.below(2) == 0 ? size : -size;
  }
  return v;
}

// The sum of lambda times the lengths of their normals, which bounds a volume.
double length_of(const DopDirections& directions, const std::array<double, 3>& lambda,
                 const std::uint8_t* j) {
  double sum = 0;
  for (std::size_t m = 0; m < 3; ++m) sum += lambda[m] / directions.inverse_length(j[m] % directions.half());
  return sum;
}

TEST(SortedCones, HoldTheirVectorsAsTightlyAsTheSearch) {
  Random random(31);
  for (const int k : {6, 14, 18, 24}) {
    const SortedCones& cones = *sorted_cones(k);
    const DopDirections& directions = dop_directions(k);
    for (int number = 0; number < 4000; number += 2) {
      const std::array<Vec3d, 2> b = {vector_of(random, number), vector_of(random, number + 1)};
      const SortedCones::Found found =
          cones.find(Double2{b[0].x, b[1].x}, Double2{b[0].y, b[1].y}, Double2{b[0].z, b[1].z});
      for (std::size_t lane = 0; lane < 2; ++lane) {
        std::array<double, 3> lambda, best;
        Vec3d rest = b[lane];
        const Cone& searched = directions.cone_of(b[lane]);
        for (std::size_t m = 0; m < 3; ++m) {
          const int j = found.cones[lane]->j[m];
          lambda[m] = found.lambda[m][static_cast<int>(lane)];
          best[m] = std::max(0.0, dot(searched.inverse[m], b[lane]));
          EXPECT_GE(lambda[m], 0) << "k " << k;
          EXPECT_EQ(found.cones[lane]->opposite[m], directions.opposite(j));
          rest = rest - lambda[m] * directions.directed(j);
        }
        // What docs/dop_unit.md allows for.
        EXPECT_LE(std::abs(rest.x) + std::abs(rest.y) + std::abs(rest.z),
                  0x1p-49 * (std::abs(b[lane].x) + std::abs(b[lane].y) + std::abs(b[lane].z)))
            << "k " << k;
        EXPECT_NEAR(length_of(directions, lambda, found.cones[lane]->j.data()),
                    length_of(directions, best, searched.j.data()), 1e-12)
            << "k " << k;
      }
    }
  }
}

TEST(SortedCones, AreThoseOfSetsWithAxesThatTreesOfSixteenBitsHave) {
  for (const int k : {8, 12, 26}) EXPECT_EQ(sorted_cones(k), nullptr);
}

}  // namespace
}  // namespace collisionchip
