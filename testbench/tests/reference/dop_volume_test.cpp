// Volumes and corners of DOPs: by hand, by Monte Carlo, and what is flat or empty.
#include "collisionchip/reference/dop/dop_volume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

// Between -width and width along each normal with so many entries.
DopNode symmetric(int k, float axes, float edges, float corners) {
  const DopDirections& directions = dop_directions(k);
  DopNode node;
  for (int i = 0; i < k / 2; ++i) {
    const Vec3d& n = directions.normal(i);
    const double entries = dot(n, n);
    const float width = entries == 1 ? axes : entries == 2 ? edges : corners;
    node.d[i] = -width;
    node.d[i + k / 2] = width;
  }
  return node;
}

DopNode dop_of_soup(Random& random, int k, double extent) {
  DopNode all = leaf_dop(k, testing_support::random_triangle(random, extent, 1), 0);
  for (int i = 0; i < 3; ++i)
    enclose(k, all, leaf_dop(k, testing_support::random_triangle(random, extent, 1), 0), all);
  return all;
}

TEST(DopVolume, SolidsByHand) {
  EXPECT_DOUBLE_EQ(dop_volume(6, symmetric(6, 1, 0, 0)), 8);            // cube
  EXPECT_NEAR(dop_volume(8, symmetric(8, 0, 0, 1)), 4. / 3, 1e-14);     // octahedron
  EXPECT_NEAR(dop_volume(12, symmetric(12, 0, 2, 0)), 16, 1e-13);       // rhombic dodecahedron
  EXPECT_NEAR(dop_volume(14, symmetric(14, 2, 0, 3)), 32, 1e-13);       // truncated octahedron
  EXPECT_NEAR(dop_volume(14, symmetric(14, 1, 0, 2)), 20. / 3, 1e-14);  // cuboctahedron
  EXPECT_NEAR(dop_volume(26, symmetric(26, 1, 9, 9)), 8, 1e-14);        // slabs that touch nothing
  EXPECT_NEAR(dop_volume(18, symmetric(18, 9, 2, 0)), 16, 1e-13);
}

// The numbers of the CUDA slides (docs/opencl.md): a triangle and its 8-DOP in the plane.
TEST(DopVolume, TheDocumentsTriangle) {
  const DopNode leaf = leaf_dop(18, {Vec3f{3, 1, 0}, Vec3f{5, 4, 0}, Vec3f{1, 5, 0}}, 0);
  const DopDirections& directions = dop_directions(18);
  const auto slab = [&](const Vec3d& n) {
    for (int i = 0; i < 9; ++i) {
      if (directions.normal(i) == n) return std::array<float, 2>{leaf.d[i], leaf.d[i + 9]};
    }
    return std::array<float, 2>{};
  };
  EXPECT_EQ(slab({1, 0, 0}), (std::array<float, 2>{1, 5}));
  EXPECT_EQ(slab({0, 1, 0}), (std::array<float, 2>{1, 5}));
  EXPECT_EQ(slab({1, 1, 0}), (std::array<float, 2>{4, 9}));
  EXPECT_EQ(slab({1, -1, 0}), (std::array<float, 2>{-4, 2}));
  EXPECT_EQ(dop_volume(18, leaf), 0);
}

class DopVolumeEveryK : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(K, DopVolumeEveryK, testing::Values(6, 8, 12, 14, 18, 24, 26),
                         testing::PrintToStringParamName());

bool contains(const DopDirections& directions, const DopNode& node, const Vec3d& p, double slack) {
  for (int i = 0; i < directions.half(); ++i) {
    const double place = dot(directions.normal(i), p);
    if (place < node.d[i] - slack || place > node.d[i + directions.half()] + slack) return false;
  }
  return true;
}

TEST_P(DopVolumeEveryK, IsWhatMonteCarloSays) {
  const int k = GetParam();
  const DopDirections& directions = dop_directions(k);
  Random random(81);
  for (int round = 0; round < 10; ++round) {
    const DopNode node = dop_of_soup(random, k, 1);
    const DopBox box = dop_box(directions, node);
    constexpr int kPoints = 10000;
    int inside = 0;
    for (int i = 0; i < kPoints; ++i) {
      Vec3d p;
      for (int axis = 0; axis < 3; ++axis) p[axis] = random.uniform(box.low[axis], box.high[axis]);
      inside += contains(directions, node, p, 0) ? 1 : 0;
    }
    const double share = double(inside) / kPoints, expected = dop_volume(k, node) / box_volume(box);
    EXPECT_NEAR(share, expected, 5 * std::sqrt(std::max(expected * (1 - expected), 1e-4) / kPoints));
    EXPECT_LE(expected, 1 + 1e-12);
  }
}

TEST_P(DopVolumeEveryK, GrowsWithTheDopAndMovesWithIt) {
  const int k = GetParam();
  Random random(82);
  for (int round = 0; round < 100; ++round) {
    const DopNode small = dop_of_soup(random, k, 1);
    DopNode large;
    enclose(k, small, leaf_dop(k, testing_support::random_triangle(random, 2, 1), 0), large);
    EXPECT_LE(dop_volume(k, small), dop_volume(k, large) * (1 + 1e-12));
    DopNode moved = small;
    for (int i = 0; i < k; ++i)  // by (1024, 512, 0)
      moved.d[i] += static_cast<float>(dot(dop_directions(k).normal(i % (k / 2)), {1024, 512, 0}));
    EXPECT_NEAR(dop_volume(k, moved), dop_volume(k, small), 1e-2 * dop_volume(k, large));
  }
}

// Each slab of a DOP is as tight as can be, so its corners touch all of them.
TEST_P(DopVolumeEveryK, CornersLieInTheDopAndTouchItsSlabs) {
  const int k = GetParam();
  const DopDirections& directions = dop_directions(k);
  Random random(83);
  for (int round = 0; round < 50; ++round) {
    const DopNode node = dop_of_soup(random, k, 1);
    const std::vector<Vec3d> corners = dop_vertices(k, node);
    ASSERT_GE(corners.size(), 12u);
    for (const Vec3d& corner : corners) EXPECT_TRUE(contains(directions, node, corner, 1e-6));
    for (int j = 0; j < k; ++j) {
      double most = -HUGE_VAL;
      for (const Vec3d& corner : corners) most = std::max(most, dot(directions.directed(j), corner));
      EXPECT_NEAR(most, directions.sign(j) * node.d[j], 1e-6) << j;
    }
  }
}

TEST_P(DopVolumeEveryK, WhatIsFlatOrEmptyHasNone) {
  const int k = GetParam();
  const Vec3f p{1, 2, 3};
  EXPECT_EQ(dop_volume(k, leaf_dop(k, {p, p, p}, 0)), 0);
  DopNode apart = leaf_dop(k, {p, p, p}, 0);
  apart.d[1] = apart.d[1 + k / 2] + 1;
  EXPECT_EQ(dop_volume(k, apart), 0);
  EXPECT_TRUE(dop_vertices(k, apart).empty());
}

}  // namespace
}  // namespace collisionchip
