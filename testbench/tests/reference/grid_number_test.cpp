// Integers on a grid against expansions: the same signs up to the largest numbers that they are for, and no
// number that is not on the grid taken for one that is.
#include "collisionchip/reference/arithmetic/grid_number.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/arithmetic/expansion.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// A whole number of up to `bits` bits, often of few bits or at either end of the range, in units of 2^-20.
double coordinate(Random& random, int bits) {
  const int wanted = random.below(4) == 0 ? random.below(bits + 1) : bits;
  const double most = std::ldexp(1.0, std::min(wanted, 53)),
               up = std::ldexp(1.0, wanted - std::min(wanted, 53) - 20);
  if (random.below(4) == 0) return (random.below(2) == 0 ? most : -most) * up;
  return std::trunc(random.uniform(-most, most)) * up;
}

template <typename Number>
std::array<std::array<Number, 3>, 6> on_grid(const std::array<std::array<double, 3>, 6>& points, int bits) {
  Grid grid(std::ldexp(1.0, bits - 20) * (1 - 0x1p-53));
  std::array<std::array<Number, 3>, 6> put;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) grid.put(points[i][axis], put[i][axis]);
  }
  EXPECT_TRUE(grid.fits());
  return put;
}

template <typename Number>
auto determinant(const std::array<std::array<Number, 3>, 6>& p) {
  const auto minor = [&](std::size_t i, std::size_t j) {
    return (p[0][i] - p[1][i]) * (p[2][j] - p[3][j]) - (p[0][j] - p[1][j]) * (p[2][i] - p[3][i]);
  };
  return minor(1, 2) * (p[4][0] - p[5][0]) + minor(2, 0) * (p[4][1] - p[5][1]) +
         minor(0, 1) * (p[4][2] - p[5][2]);
}

template <typename Number>
void expect_signs_of_expansions(int bits) {
  Random random(71);
  int zeros = 0;
  for (int round = 0; round < 3000; ++round) {
    std::array<std::array<double, 3>, 6> points;
    for (auto& point : points) {
      for (double& number : point) {
        number = coordinate(random, bits);
        if (std::abs(number) == std::ldexp(1.0, bits - 20)) number *= 1 - 0x1p-40;  // one step below the end
      }
    }
    // Two vectors that are nearly or exactly the same direction: determinants that nearly cancel.
    if (round % 3 == 0) {
      points[2] = points[0];
      points[3] = points[1];
      if (round % 2 == 0) points[3][0] += points[3][0] > 0 ? -0x1p-20 : 0x1p-20;
    }
    std::array<std::array<Expansion<1>, 3>, 6> exact;
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis) exact[i][axis] = Expansion<1>(points[i][axis]);
    }
    const int expected = determinant(exact).sign();
    ASSERT_EQ(determinant(on_grid<Number>(points, bits)).sign(), expected);
    zeros += expected == 0 ? 1 : 0;
  }
  EXPECT_GT(zeros, 400);
}

TEST(GridNumber, DeterminantsIn128BitsHaveTheSignsOfExpansions) {
  expect_signs_of_expansions<NarrowNumber>(40);
}
TEST(GridNumber, DeterminantsIn256BitsHaveTheSignsOfExpansions) {
  expect_signs_of_expansions<WideNumber>(40);
  expect_signs_of_expansions<WideNumber>(80);
  expect_signs_of_expansions<WideNumber>(83);
}

// The largest determinant there is, of either sign, and its neighbours.
TEST(GridNumber, TheLargestDeterminantFits) {
  const auto largest = [](double sign, auto number) {
    using Number = decltype(number);
    const double m = 1 - 0x1p-40;
    // Rows (2m, 2m, 0), (-2m, 2m, 0), (0, 0, 2m) and all signs turned by the last one.
    const std::array<std::array<double, 3>, 6> p = {
        {{m, m, 0}, {-m, -m, 0}, {-m, m, 0}, {m, -m, 0}, {0, 0, sign * m}, {0, 0, -sign * m}}};
    Grid grid(m);
    std::array<std::array<Number, 3>, 6> put;
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis) grid.put(p[i][axis], put[i][axis]);
    }
    return determinant(put).sign();
  };
  for (const int sign : {-1, 1}) {
    EXPECT_EQ(largest(sign, NarrowNumber{}), sign);
    EXPECT_EQ(largest(sign, WideNumber{}), sign);
  }
}

template <typename Number>
bool fits(double most, double value) {
  Grid grid(most);
  Number number;
  grid.put(value, number);
  return grid.fits();
}

TEST(GridNumber, WhatIsOffTheGridDoesNotFit) {
  for (const double scale : {0x1p-290, 0x1p-149, 1.0, 0x1p127, 0x1p256}) {
    EXPECT_TRUE(fits<NarrowNumber>(1.5 * scale, (1 + 0x1p-39) * scale));
    EXPECT_FALSE(fits<NarrowNumber>(1.5 * scale, (1 + 0x1p-40) * scale));
    EXPECT_FALSE(fits<NarrowNumber>(1.5 * scale, 0x1p-40 * scale));
    EXPECT_TRUE(fits<WideNumber>(1.5 * scale, (1 + 0x1p-52) * scale));
    if (scale < 0x1p-149) continue;  // smaller than a product of two float32 gets
    EXPECT_TRUE(fits<WideNumber>(1.5 * scale, -0x1p-82 * scale));
    EXPECT_FALSE(fits<WideNumber>(1.5 * scale, 0x1p-83 * scale));
    EXPECT_FALSE(fits<WideNumber>(1.5 * scale, (0x1p-40 + 0x1p-83) * scale));
  }
  EXPECT_TRUE(fits<NarrowNumber>(0, 0));
}

}  // namespace
}  // namespace collisionchip
