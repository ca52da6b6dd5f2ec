// Directions, cones, leaf DOPs and the overlap test (§3.2).
#include "collisionchip/reference/dop/dop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::ExactSum;
using testing_support::Random;

class DopEveryK : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(K, DopEveryK, testing::Values(6, 8, 12, 14, 18, 24, 26),
                         testing::PrintToStringParamName());

TEST(DopDirectionsTest, OffersOnlyTheSevenSets) {
  for (const int k : {0, 2, 4, 10, 16, 25, 28}) EXPECT_THROW(dop_directions(k), std::invalid_argument) << k;
}

TEST_P(DopEveryK, DirectionsAreDistinctAndOpposed) {
  const DopDirections& directions = dop_directions(GetParam());
  EXPECT_EQ(directions.k(), GetParam());
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d twice{};
    twice[axis] = 2;
    const AxisPair& pair = directions.axis_pair(axis);
    EXPECT_EQ(directions.directed(pair.j[0]) + directions.directed(pair.j[1]), twice);
    EXPECT_EQ(pair.j[0] == pair.j[1], directions.has_axes());
    if (directions.has_axes()) {
      EXPECT_EQ(directions.normal(axis)[axis], 1);
    }
  }
  for (int i = 0; i < directions.k(); ++i) {
    EXPECT_EQ(directions.directed(i), -1.0 * directions.directed(directions.opposite(i)));
    for (int j = 0; j < i; ++j) EXPECT_FALSE(directions.directed(i) == directions.directed(j));
  }
}

std::vector<Vec3d> probe_directions(const DopDirections& directions) {
  Random random(7);
  std::vector<Vec3d> probes;
  for (int i = 0; i < 2000; ++i) probes.push_back(random.point(1));
  for (int i = 0; i < directions.k(); ++i) {
    probes.push_back(directions.directed(i));
    for (int j = 0; j < directions.k(); ++j) {
      if (j != directions.opposite(i)) probes.push_back(directions.directed(i) + directions.directed(j));
      probes.push_back(directions.directed(i) + 1e-9 * directions.directed(j));
    }
  }
  return probes;
}

TEST_P(DopEveryK, ConesCoverTheSphere) {
  const DopDirections& directions = dop_directions(GetParam());
  for (const Vec3d& b : probe_directions(directions)) {
    const Cone& cone = directions.cone_of(b);
    Vec3d sum{};
    for (int m = 0; m < 3; ++m) {
      const double lambda = dot(cone.inverse[m], b);
      EXPECT_GE(lambda, -1e-12) << b.x << ' ' << b.y << ' ' << b.z;
      sum = sum + lambda * directions.directed(cone.j[m]);
    }
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(sum[axis], b[axis], 1e-12);
  }
}

// The least sum of lambda |n| over all triples of directions that hold b.
double least_weight(const DopDirections& directions, const Vec3d& b) {
  double least = HUGE_VAL;
  for (int x = 0; x < directions.k(); ++x) {
    for (int y = 0; y < x; ++y) {
      for (int z = 0; z < y; ++z) {
        const Vec3d p = directions.directed(x), q = directions.directed(y), r = directions.directed(z);
        const double determinant = dot(p, cross(q, r));
        if (determinant == 0) continue;
        const double lp = dot(b, cross(q, r)) / determinant, lq = dot(b, cross(r, p)) / determinant,
                     lr = dot(b, cross(p, q)) / determinant;
        if (std::min({lp, lq, lr}) < -1e-12) continue;
        least = std::min(least,
                         lp * std::sqrt(dot(p, p)) + lq * std::sqrt(dot(q, q)) + lr * std::sqrt(dot(r, r)));
      }
    }
  }
  return least;
}

TEST_P(DopEveryK, ConesAreTheTightestTriples) {
  const DopDirections& directions = dop_directions(GetParam());
  Random random(11);
  for (int i = 0; i < 100; ++i) {
    const Vec3d b = random.point(1);
    const Cone& cone = directions.cone_of(b);
    double weight = 0;
    for (int m = 0; m < 3; ++m) {
      const Vec3d n = directions.directed(cone.j[m]);
      weight += dot(cone.inverse[m], b) * std::sqrt(dot(n, n));
    }
    EXPECT_NEAR(weight, least_weight(directions, b), 1e-9);
  }
}

// sign of (bound - n . x), exactly
int exact_gap(float bound, const Vec3d& n, const Vec3f& x) {
  if (std::isinf(bound)) return bound > 0 ? 1 : -1;
  ExactSum sum;
  sum.add(bound);
  for (int axis = 0; axis < 3; ++axis) sum.add(-n[axis] * x[axis]);
  return sum.sign();
}

void expect_tight(const DopDirections& directions, const DopNode& leaf, const Corners& corners, bool tight) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (int j = 0; j < directions.k(); ++j) {
    const Vec3d n = directions.directed(j);
    const float support = static_cast<float>(directions.sign(j)) * leaf.d[j];
    int reached = 0;
    for (const Vec3f& corner : corners) {
      ASSERT_GE(exact_gap(support, n, corner), 0) << "direction " << j;
      if (exact_gap(std::nextafter(support, -kInfinity), n, corner) < 0) ++reached;
    }
    ASSERT_TRUE(reached > 0 || !tight) << "direction " << j;
  }
}

TEST_P(DopEveryK, LeafDopEnclosesAsTightlyAsFloat32Can) {
  const DopDirections& directions = dop_directions(GetParam());
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const Corners corners = testing_support::random_triangle(random, 10, 1);
    const DopNode leaf = leaf_dop(GetParam(), corners, 5);
    EXPECT_TRUE(leaf.is_leaf());
    EXPECT_EQ(leaf.triangle, 5u);
    expect_tight(directions, leaf, corners, true);
  }
}

TEST_P(DopEveryK, LeafDopEnclosesWildlyDifferentMagnitudes) {
  const DopDirections& directions = dop_directions(GetParam());
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    Corners corners;
    for (Vec3f& corner : corners) {
      for (int axis = 0; axis < 3; ++axis) {
        corner[axis] = static_cast<float>(random.uniform(-1, 1) * std::exp2(random.uniform(-149, 126)));
      }
    }
    expect_tight(directions, leaf_dop(GetParam(), corners, 0), corners, false);
  }
}

TEST_P(DopEveryK, LeafDopBeyondFloat32IsUnbounded) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const DopDirections& directions = dop_directions(GetParam());
  const Corners corners = {Vec3f{kLargest, kLargest, kLargest}, Vec3f{kLargest, -kLargest, kLargest},
                           Vec3f{}};
  const DopNode leaf = leaf_dop(GetParam(), corners, 0);
  for (int i = 0; i < directions.half(); ++i) EXPECT_LE(leaf.d[i], leaf.d[i + directions.half()]);
  expect_tight(directions, leaf, corners, false);
}

// The unit cube as aligned DOP, and its partner form.
DopNode cube(int k, float low, float high) {
  const DopDirections& directions = dop_directions(k);
  DopNode node;
  for (int i = 0; i < directions.half(); ++i) {
    const Vec3d n = directions.normal(i);
    for (int axis = 0; axis < 3; ++axis) {
      node.d[i] += static_cast<float>(n[axis]) * (n[axis] > 0 ? low : high);
      node.d[i + directions.half()] += static_cast<float>(n[axis]) * (n[axis] > 0 ? high : low);
    }
  }
  return node;
}

PartnerDop partner_of(int k, const DopNode& node) {
  PartnerDop partner{};
  for (int i = 0; i < k; ++i) partner[(i + k / 2) % k] = node.d[i];
  return partner;
}

TEST_P(DopEveryK, TouchingDopsOverlap) {
  const int k = GetParam();
  EXPECT_TRUE(overlap(k, partner_of(k, cube(k, 0, 1)), cube(k, 1, 2)));
  EXPECT_FALSE(overlap(k, partner_of(k, cube(k, 0, 1)), cube(k, std::nextafter(1.0f, 2.0f), 2)));
  EXPECT_FALSE(overlap(k, partner_of(k, cube(k, std::nextafter(1.0f, 2.0f), 2)), cube(k, 0, 1)));
}

TEST_P(DopEveryK, EverySlabParts) {
  const int k = GetParam();
  const DopNode wide = cube(k, -1, 1);
  for (int i = 0; i < k / 2; ++i) {
    DopNode above = wide, below = wide;
    above.d[i] = 4;
    above.d[i + k / 2] = 5;
    below.d[i] = -5;
    below.d[i + k / 2] = -4;
    EXPECT_FALSE(overlap(k, partner_of(k, wide), above)) << i;
    EXPECT_FALSE(overlap(k, partner_of(k, wide), below)) << i;
  }
  EXPECT_TRUE(overlap(k, partner_of(k, wide), wide));
}

TEST_P(DopEveryK, NanPartsNothing) {
  const int k = GetParam();
  PartnerDop partner = partner_of(k, cube(k, 0, 1));
  partner.fill(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(overlap(k, partner, cube(k, 5, 6)));
}

}  // namespace
}  // namespace collisionchip
