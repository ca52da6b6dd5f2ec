// Terms of the bounds of registers in whole numbers, computed a second time from docs/group_machine.md in exact fractions.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/groups/pose_cases.h"

namespace collisionchip {
namespace {

using testing_support::ExactMap;
using testing_support::Fraction;
using testing_support::FractionVector;
using testing_support::kBothSides;
using testing_support::pose_case;
using testing_support::PoseCase;
using testing_support::PoseObject;
using testing_support::power_of_two;
using testing_support::Random;

Fraction fraction_of(Int128 value) {
  const auto high = static_cast<std::int64_t>(value >> 62),
             low = static_cast<std::int64_t>(value - Int128{high} * (Int128{1} << 62));
  return Fraction(high) * power_of_two(62) + Fraction(low);
}
// An upper bound's own value: 31 bits from 2^-600 on.
Fraction fraction_of(const UpperBound& bound) {
  int exponent = 600;
  while (exponent > -700 && bound.in_units(exponent) < Int128{1} << 40) --exponent;
  return fraction_of(bound.in_units(exponent)) * power_of_two(exponent);
}
Fraction entry_of(const IntegerMatrix& matrix, std::size_t i, std::size_t j) {
  return Fraction(matrix.rows[i][j]) * power_of_two(matrix.exponent);
}
Fraction norm_of(const IntegerMatrix& matrix) {
  Fraction largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Fraction sum =
        abs(entry_of(matrix, i, 0)) + abs(entry_of(matrix, i, 1)) + abs(entry_of(matrix, i, 2));
    largest = std::max(largest, sum);
  }
  return largest;
}
// Largest sum of a row of 1 - R X.
Fraction residual_of(const Pose& pose, const IntegerMatrix& x) {
  Fraction largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    Fraction sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      Fraction entry = i == j ? 1 : 0;
      for (std::size_t k = 0; k < 3; ++k) entry -= Fraction(pose.r[i][k]) * entry_of(x, k, j);
      sum += abs(entry);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

// With residuals e from nothing to more than can be used.
TEST(IntegerMap, AnInverseIsAsExactAsItSays) {
  Random random(81);
  int known = 0, unknown = 0;
  for (int n = 0; n < 3000; ++n) {
    Pose pose = testing_support::random_pose(random, 1);
    if (n % 3 != 0) testing_support::make_nearly_singular(random, -random.below(24), pose);
    if (n % 6 == 5) {  // bits are cut off
      for (auto& row : pose.r) row[0] = std::ldexp(row[0], -random.below(20));
    }
    ProductCounter products;
    const IntegerMatrix x = IntegerMap::of(pose_words(pose), TumbledSide::a, products).matrix;
    const Fraction e = residual_of(pose, x), limit = power_of_two(-8);
    if (x.error.is_none()) {
      ++unknown;
      EXPECT_GT(4 * e, limit) << n;
      continue;
    }
    ++known;
    ASSERT_LE(e, limit) << n;
    EXPECT_GE(fraction_of(x.error), norm_of(x) * e / (1 - e)) << n;
    const IntegerMatrix forward = IntegerMap::of(pose_words(pose), TumbledSide::b, products).matrix;
    if (forward.error.in_units(-200) == 0) {
      EXPECT_LE(fraction_of(x.error), norm_of(x) * (e * Fraction(130, 128) + power_of_two(-26))) << n;
    }
  }
  EXPECT_GT(known, 2000);
  EXPECT_GT(unknown, 100);
}

// Where the tumbled centre comes to be. Every other case has a translation with more bits than a place.
TEST(IntegerMap, ACentreIsWithinItsError) {
  Random random(82);
  Fraction most = 0;
  for (int n = 0; n < 3000; ++n) {
    PoseCase c = pose_case(random, 24, n);
    if (n % 2 == 0) c.pose = testing_support::signed_permutation(random);
    for (int axis = 0; axis < 3 && n % 2 == 0; ++axis)
      c.pose.t[axis] = static_cast<float>(random.uniform(1, 2)) *
                       static_cast<float>(std::ldexp(1.0, c.a.grid.unit_exponent - random.below(20)));
    for (const TumbledSide side : kBothSides) {
      const ExactMap map(c.pose, side);
      if (!map.exists()) continue;
      const GroupGrid &tumbled = c.tumbled(side).grid, &aligned = c.aligned(side).grid;
      ProductCounter products;
      const MovedPlace moved =
          move_place(IntegerMap::of(pose_words(c.pose), side, products), tumbled.centre,
                     tumbled.unit_exponent, aligned.centre, aligned.unit_exponent, products);
      if (moved.error.is_none()) continue;
      FractionVector centre;
      for (std::size_t axis = 0; axis < 3; ++axis)
        centre[axis] = Fraction(tumbled.centre[axis]) * power_of_two(tumbled.unit_exponent);
      const FractionVector y = map.of_fractions(centre);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Fraction found = (fraction_of(moved.value[axis]) * power_of_two(-kPlaceFraction) +
                                Fraction(aligned.centre[axis])) *
                               power_of_two(aligned.unit_exponent);
        ASSERT_LE(abs(found - y[axis]), fraction_of(moved.error)) << n;
        most = std::max(most, Fraction(abs(found - y[axis]) / fraction_of(moved.error)));
      }
    }
  }
  EXPECT_GT(most, Fraction(2, 5));
}

// What the page says that a corner may be off, of what the map and the centre are off.
Fraction page_error(const PoseCase& c, TumbledSide side, const CornerTransform& corners) {
  const PoseObject &tumbled = c.tumbled(side), &aligned = c.aligned(side);
  ProductCounter products;
  const IntegerMap map = IntegerMap::of(pose_words(c.pose), side, products);
  const MovedPlace moved = move_place(map, tumbled.grid.centre, tumbled.grid.unit_exponent,
                                      aligned.grid.centre, aligned.grid.unit_exponent, products);
  const Fraction ratio = power_of_two(tumbled.grid.unit_exponent - aligned.grid.unit_exponent),
                 to_units = power_of_two(-aligned.grid.unit_exponent);
  Fraction farthest = 0, worst = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    farthest = std::max(farthest, Fraction(tumbled.record[object_words::kReach + axis]));
  for (std::size_t i = 0; i < 3; ++i) {
    Fraction error =
        Fraction(1, 2) + (fraction_of(moved.error) + fraction_of(map.matrix.error) * farthest *
                                                         power_of_two(tumbled.grid.unit_exponent)) *
                             to_units;
    if (corners.shift < kPlaceFraction) error += power_of_two(-corners.shift - 1);
    for (std::size_t j = 0; j < 3; ++j) {
      const Fraction entry = entry_of(map.matrix, i, j) * ratio;
      error += abs(entry) / 2 + abs(entry - Fraction(corners.m[i][j]) * power_of_two(-corners.shift)) *
                                    Fraction(tumbled.record[object_words::kReach + j]);
    }
    worst = std::max(worst, error);
  }
  return worst;
}

TEST(IntegerCorners, ErrorsHaveEveryTermOfThePage) {
  Random random(83);
  int bounded = 0, coarse = 0;
  for (int n = 0; n < 3000; ++n) {
    PoseCase c = pose_case(random, 24, n);
    if (n % 4 == 0) {  // so much smaller than the other that the matrix has few digits below a unit
      Vec3d place;
      c.a = testing_support::pose_object(
          24, testing_support::points_about(random, 15 + random.below(4), 0, place));
      c.b = testing_support::pose_object(24, testing_support::points_about(random, 0, 0, place));
      c.pose.t = {};
    }
    for (const TumbledSide side : kBothSides) {
      const CornerTransform corners =
          make_pose_registers(pose_words(c.pose), side, c.tumbled(side).record, c.aligned(side).record)
              .corners;
      if (!corners.bounded) continue;
      ++bounded;
      coarse += corners.shift < kPlaceFraction ? 1 : 0;
      const Fraction error = page_error(c, side, corners);
      EXPECT_GE(corners.error, error) << n;
      EXPECT_LE(corners.error, error * (1 + power_of_two(-25)) + 1) << n;
    }
  }
  EXPECT_GT(bounded, 3000);
  EXPECT_GT(coarse, 300);
}

// A tumbled, both objects so many sizes away from their origins: what the inverse is off acts on that distance.
TEST(IntegerCorners, PlacesFarAwayCostUnits) {
  struct Far {
    double sizes;
    std::int64_t most;
  };
  Random random(84);
  for (const Far& far : {Far{0, 3}, {10, 3}, {30, 4}, {100, 9}, {1000, 64}}) {
    std::int64_t most = 0;
    for (int n = 0; n < 300; ++n) {
      PoseCase c;
      c.pose = testing_support::random_pose(random, 0);
      Vec3d place_a = far.sizes * random.point(1), place_b = far.sizes * random.point(1);
      const auto points = [&](const Vec3d& place) {
        std::vector<Vec3f> all;
        for (int i = 0; i < 6; ++i) all.push_back(testing_support::to_float(place + random.point(1)));
        return all;
      };
      c.a = testing_support::pose_object(24, points(place_a));
      c.b = testing_support::pose_object(24, points(place_b));
      for (int i = 0; i < 3; ++i) {
        const auto& row = c.pose.r[static_cast<std::size_t>(i)];
        c.pose.t[i] = static_cast<float>(place_a[i] - dot({row[0], row[1], row[2]}, place_b));
      }
      const CornerTransform corners =
          make_pose_registers(pose_words(c.pose), TumbledSide::a, c.a.record, c.b.record).corners;
      ASSERT_TRUE(corners.bounded);
      most = std::max(most, corners.error);
    }
    EXPECT_LE(most, far.most) << far.sizes;
    EXPECT_GT(2 * most, far.most) << far.sizes;
  }
}

}  // namespace
}  // namespace collisionchip
