// The split of the rule "dop" by the instructions of every level that this processor has: the same one, bit by
// bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "collisionchip/reference/tree/dop_rule.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

struct Outcome {
  std::ptrdiff_t left = -1;  // size of the left part; -1: no split
  std::vector<std::uint32_t> order;

  friend bool operator==(const Outcome& x, const Outcome& y) {
    return x.left == y.left && x.order == y.order;
  }
};

Outcome split(DopSplitLevel level, const SplitData& data) {
  Outcome outcome;
  outcome.order.resize(data.leaves.size());
  std::iota(outcome.order.begin(), outcome.order.end(), 0u);
  std::uint32_t* const first = outcome.order.data();
  std::uint32_t* const middle = split_by_dop(level)(first, first + outcome.order.size(), data);
  if (middle != nullptr) outcome.left = middle - first;
  return outcome;
}

Vec3d lattice_point(Random& random) {
  Vec3d point;
  for (int axis = 0; axis < 3; ++axis) point[axis] = 5 + 3 * random.below(17);
  return point;
}

// Triangles of a cloud, some of them again and again; kind 1: points on a lattice, so that centres coincide and
// lie where bins meet; kind 2: some beyond float32 when added up; kind 3: all the same.
SplitData cloud(Random& random, int k, int count, int kind) {
  SplitData data{k, {}};
  Corners corners{};
  for (int i = 0; i < count; ++i) {
    if (i == 0 || (kind != 3 && random.below(8) != 0)) {
      for (Vec3f& corner : corners) {
        corner = testing_support::to_float(kind == 1 ? lattice_point(random) : random.point(1));
      }
      if (kind == 1) corners.fill(corners[0]);
      if (kind == 2 && random.below(4) == 0) corners[0].x = std::numeric_limits<float>::max();
    }
    data.leaves.push_back(leaf_dop(k, corners, static_cast<std::uint32_t>(i)));
  }
  return data;
}

// The rule once more, plainly: every plane along every direction, each part's cost from its own triangles.
class PlainSplit {
 public:
  explicit PlainSplit(const SplitData& data)
      : data_(data), bins_(std::min<int>(16, static_cast<int>(data.leaves.size()))) {
    for (int i = 0; i < data.k / 2; ++i) consider(i);
  }
  Outcome outcome() const {
    Outcome outcome;
    outcome.order.resize(data_.leaves.size());
    std::iota(outcome.order.begin(), outcome.order.end(), 0u);
    if (left_.empty()) return outcome;
    outcome.left = std::partition(outcome.order.begin(), outcome.order.end(),
                                  [&](std::uint32_t t) { return left_[t]; }) -
                   outcome.order.begin();
    return outcome;
  }

 private:
  void consider(int direction) {
    std::vector<double> centres;
    bool finite = true;
    for (const DopNode& leaf : data_.leaves) {
      centres.push_back(double{leaf.d[direction]} + double{leaf.d[direction + data_.k / 2]});
      finite = finite && std::isfinite(centres.back());
    }
    const auto [low, high] = std::minmax_element(centres.begin(), centres.end());
    if (!finite || !(*low < *high)) return;
    const double scale = bins_ / (*high - *low);
    for (int plane = 1; plane < bins_; ++plane) {
      std::vector<bool> left, right;
      for (const double centre : centres) {
        left.push_back(std::min(bins_ - 1, static_cast<int>((centre - *low) * scale)) < plane);
        right.push_back(!left.back());
      }
      const double total = cost(left) + cost(right);
      if (!(total < best_)) continue;
      best_ = total;
      left_ = left;
    }
  }
  double cost(const std::vector<bool>& members) const {
    const DopDirections& directions = dop_directions(data_.k);
    double widths = 0, squares = 0;
    for (int i = 0; i < data_.k / 2; ++i) {
      float low = HUGE_VALF, high = -HUGE_VALF;
      for (std::size_t t = 0; t < members.size(); ++t) {
        if (!members[t]) continue;
        low = std::min(low, data_.leaves[t].d[i]);
        high = std::max(high, data_.leaves[t].d[i + data_.k / 2]);
      }
      const double width = (double{high} - double{low}) * directions.inverse_length(i);
      widths += width;
      squares += width * width;
    }
    const auto count = static_cast<double>(std::count(members.begin(), members.end(), true));
    return (widths * widths - squares) * count * std::sqrt(count);
  }

  const SplitData& data_;
  int bins_;
  double best_ = HUGE_VAL;
  std::vector<bool> left_;  // empty: no split
};

TEST(DopSplit, PartsAsThePlainRuleDoes) {
  Random random(72);
  for (const DopSplitLevel level : kDopSplitLevels) {
    if (split_by_dop(level) == nullptr) continue;
    for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
      for (int round = 0; round < 80; ++round) {
        const int count = round % 8 == 1 ? 60 : 2 + random.below(18);
        const SplitData data = cloud(random, k, count, round % 4);
        EXPECT_EQ(split(level, data), PlainSplit(data).outcome()) << "k " << k << ", round " << round;
      }
    }
  }
}

TEST(DopSplit, EveryLevelPartsAlike) {
  Random random(71);
  if (split_by_dop(DopSplitLevel::avx2) == nullptr) GTEST_SKIP() << "this processor has no AVX2";
  int parted = 0, left_alone = 0;
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    for (int round = 0; round < 160; ++round) {
      const int count = round % 4 == 1 ? 300 : 2 + random.below(40);
      const SplitData data = cloud(random, k, count, round % 4);
      const Outcome common = split(DopSplitLevel::common, data);
      EXPECT_EQ(common, split(DopSplitLevel::avx2, data)) << "k " << k << ", round " << round;
      ++(common.left < 0 ? left_alone : parted);
    }
  }
  EXPECT_GT(parted, 300);
  EXPECT_GT(left_alone, 100);
}

TEST(DopSplit, TheFirstLevelIsAlwaysThere) {
  EXPECT_NE(split_by_dop(kDopSplitLevels.front()), nullptr);
}

}  // namespace
}  // namespace collisionchip
