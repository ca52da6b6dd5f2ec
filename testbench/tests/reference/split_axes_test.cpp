// The rule "axis_point": every way to choose an axis and a point, by hand and against looking at all candidates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "collisionchip/reference/dop/dop_volume.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using Numbers = std::set<std::uint32_t>;

TreeOptions rule(const std::string& axis, const std::string& point,
                 const std::string& objective = "sum_volume", int k = 14) {
  TreeOptions options{k, "axis_point"};
  options.axis = axis;
  options.point = point;
  options.objective = objective;
  return options;
}

Corners small_at(const Vec3d& p, double size = 0.01) {
  return {testing_support::to_float(p), testing_support::to_float(p + Vec3d{size, size, 0}),
          testing_support::to_float(p + Vec3d{0, size, size})};
}

SplitData data_of(int k, const std::vector<Corners>& triangles) {
  SplitData data{k, {}};
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    data.leaves.push_back(leaf_dop(k, triangles[t], t));
    if (!dop_directions(k).has_axes()) data.boxes.push_back(leaf_dop(6, triangles[t], t));
  }
  return data;
}

Numbers left_of(const TreeOptions& options, const SplitData& data, std::vector<std::uint32_t> order = {}) {
  if (order.empty()) {
    order.resize(data.leaves.size());
    std::iota(order.begin(), order.end(), 0u);
  }
  std::uint32_t* const first = order.data();
  std::uint32_t* const middle = make_split_rule(options)->split(first, first + order.size(), data);
  EXPECT_TRUE(middle > first && middle < first + order.size());
  return Numbers(first, middle);
}

Numbers left_of(const TreeOptions& options, const std::vector<Corners>& triangles) {
  return left_of(options, data_of(options.k, triangles));
}

TEST(SplitAxes, PointsByHand) {
  std::vector<Corners> triangles;
  for (const double x : {0, 1, 30, 40, 100}) triangles.push_back(small_at({x, 0, 0}));  // a mean of 34
  for (const int k : {8, 12, 14}) {
    EXPECT_EQ(left_of(rule("longest", "median", "sum_volume", k), triangles), (Numbers{0, 1}));
    EXPECT_EQ(left_of(rule("longest", "mean", "sum_volume", k), triangles), (Numbers{0, 1, 2}));
    EXPECT_EQ(left_of(rule("longest", "middle", "sum_volume", k), triangles), (Numbers{0, 1, 2, 3}));
  }
}

// One triangle is long in x, the centres lie apart in y, and farthest of all on a diagonal.
TEST(SplitAxes, AxesByHand) {
  const std::vector<Corners> triangles = {
      {Vec3f{-50, 0, 0}, Vec3f{50, 0, 0}, Vec3f{0, 0, 1}},  // 0, in the middle
      small_at({-1, -9, 0}),
      small_at({1, -8, 0}),  // 1 and 2, low in y
      small_at({2, 8, 0}),
      small_at({3, 9, 0})};  // 3 and 4, high in y
  for (const int k : {8, 12, 24}) {
    EXPECT_EQ(left_of(rule("longest", "median", "sum_volume", k), triangles), (Numbers{0, 1}));
    EXPECT_EQ(left_of(rule("splatter", "median", "sum_volume", k), triangles), (Numbers{1, 2}));
    EXPECT_EQ(left_of(rule("farthest", "median", "sum_volume", k), triangles), (Numbers{1, 2}));
  }
  // The squares are larger along x, the variance along y.
  const std::vector<Corners> outlier = {small_at({0, 0, 0}), small_at({10, 9, 0}), small_at({10, 0, 0}),
                                        small_at({10, 9.2, 0}), small_at({10, 4.5, 0})};
  EXPECT_EQ(left_of(rule("splatter", "median"), outlier), (Numbers{0, 2}));
  const std::vector<Corners> diagonal = {small_at({0, 0, 0}), small_at({1, 4, 0}), small_at({4, 0, 0}),
                                         small_at({5, 5, 5}), small_at({5, 1, 4})};
  EXPECT_EQ(left_of(rule("farthest", "mean"), diagonal), (Numbers{0, 1, 2}));
}

// Which cuts at the mean there are along some normals, and what they cost, done without the rule.
double least_cost(const SplitData& data, int normals, const std::string& objective) {
  const int k = data.k;
  double least = HUGE_VAL;
  for (int i = 0; i < normals; ++i) {
    double sum = 0;
    for (std::uint32_t t = 0; t < data.leaves.size(); ++t) sum += data.centre(t, i);
    const double mean = sum / static_cast<double>(data.leaves.size());
    std::array<std::vector<DopNode>, 2> parts;
    for (std::uint32_t t = 0; t < data.leaves.size(); ++t)
      parts[data.centre(t, i) <= mean ? 0 : 1].push_back(data.leaves[t]);
    std::array<DopNode, 2> volumes;
    std::array<double, 2> v{};
    for (std::size_t side = 0; side < 2; ++side) {
      volumes[side] = parts[side][0];
      for (const DopNode& leaf : parts[side]) enclose(k, volumes[side], leaf, volumes[side]);
      v[side] = dop_volume(k, volumes[side]);
    }
    DopNode both;
    for (int j = 0; j < k / 2; ++j) {
      both.d[j] = std::max(volumes[0].d[j], volumes[1].d[j]);
      both.d[j + k / 2] = std::min(volumes[0].d[j + k / 2], volumes[1].d[j + k / 2]);
    }
    const double uneven =
        std::abs(static_cast<double>(parts[0].size()) - static_cast<double>(parts[1].size()));
    least = std::min(least, objective == "sum_volume"   ? v[0] + v[1]
                            : objective == "max_volume" ? std::max(v[0], v[1])
                            : objective == "overlap"    ? dop_volume(k, both)
                                                        : uneven);
  }
  return least;
}

double cost_of(const SplitData& data, const Numbers& left, const std::string& objective) {
  std::array<DopNode, 2> volumes;
  std::array<std::size_t, 2> counts{};
  for (std::uint32_t t = 0; t < data.leaves.size(); ++t) {
    const std::size_t side = left.count(t) != 0 ? 0 : 1;
    if (counts[side]++ == 0) volumes[side] = data.leaves[t];
    enclose(data.k, volumes[side], data.leaves[t], volumes[side]);
  }
  const double a = dop_volume(data.k, volumes[0]), b = dop_volume(data.k, volumes[1]);
  if (objective == "sum_volume") return a + b;
  if (objective == "max_volume") return std::max(a, b);
  if (objective == "balance")
    return std::abs(static_cast<double>(counts[0]) - static_cast<double>(counts[1]));
  DopNode both;
  for (int j = 0; j < data.k / 2; ++j) {
    both.d[j] = std::max(volumes[0].d[j], volumes[1].d[j]);
    both.d[j + data.k / 2] = std::min(volumes[0].d[j + data.k / 2], volumes[1].d[j + data.k / 2]);
  }
  return dop_volume(data.k, both);
}

TEST(SplitAxes, WhatIsChosenCostsLeast) {
  Random random(101);
  for (int round = 0; round < 20; ++round) {
    std::vector<Corners> triangles;
    const Vec3d stretch = random.point(1);
    for (int i = 0; i < 30; ++i) {
      const Vec3d p = random.point(1);
      triangles.push_back(small_at({p.x * stretch.x, p.y * stretch.y, p.z * stretch.z}, 0.2));
    }
    const SplitData data = data_of(14, triangles);
    for (const std::string& objective : tree_objective_names()) {
      EXPECT_NEAR(cost_of(data, left_of(rule("normals", "mean", objective), data), objective),
                  least_cost(data, 7, objective), 1e-12)
          << objective;
    }
    EXPECT_NEAR(cost_of(data, left_of(rule("min_sum", "mean"), data), "sum_volume"),
                least_cost(data, 3, "sum_volume"), 1e-12);
    EXPECT_NEAR(cost_of(data, left_of(rule("min_max", "mean"), data), "max_volume"),
                least_cost(data, 3, "max_volume"), 1e-12);
  }
}

// The mean would part one triangle from twenty: 95 % stay together, so the median is taken.
TEST(SplitAxes, RedoneWhereNearlyAllStayTogether) {
  std::vector<Corners> triangles;
  for (int i = 0; i < 20; ++i) triangles.push_back(small_at({0.1 * i, 0, 0}));
  triangles.push_back(small_at({1000, 0, 0}));
  EXPECT_EQ(left_of(rule("longest", "mean"), triangles).size(), 10u);
  triangles.erase(triangles.begin());  // one of twenty: still 95 %
  EXPECT_EQ(left_of(rule("longest", "mean"), triangles).size(), 10u);
  triangles.erase(triangles.begin());
  EXPECT_EQ(left_of(rule("longest", "mean"), triangles).size(), 18u);
}

// The same in x and y, at two heights: the median along x, by number, leaves both halves as large as the whole, that
// along y as well. The one along z parts them.
TEST(SplitAxes, RedoneWhereBothPartsStayAsLarge) {
  std::vector<Corners> triangles;
  for (const float z : {0.0f, 4.0f, 0.0f, 4.0f})
    triangles.push_back({Vec3f{-9, -8, z}, Vec3f{9, 8, z}, Vec3f{0, 0, z + 0.5f}});
  EXPECT_EQ(left_of(rule("longest", "mean", "sum_volume", 6), triangles), (Numbers{0, 2}));
}

TEST(SplitAxes, TheOrderOfTheTrianglesDoesNotShow) {
  Random random(102);
  for (int round = 0; round < 4; ++round) {
    std::vector<Corners> triangles;
    for (int i = 0; i < 60; ++i) {  // on a lattice: many equal places and distances
      const Vec3d p = {double(random.below(4)), double(random.below(4)), double(random.below(4))};
      triangles.push_back(small_at(p, 0.125));
    }
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(int(i)))]);
    const SplitData data = data_of(12, triangles);
    for (const std::string& axis : tree_axis_names()) {
      for (const std::string& point : tree_point_names()) {
        const TreeOptions options = rule(axis, point, "overlap", 12);
        EXPECT_EQ(left_of(options, data, order), left_of(options, data)) << axis << ' ' << point;
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip
