// The search for the split of the rule "dop" (docs/tree.md), for processors of one level. Included by
// dop_split_common.cpp and dop_split_avx2.cpp alone, each compiled for its own processors. All levels do the
// same operations in the same order, none of them fused, hence give the same trees.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "collisionchip/reference/tree/dop_rule.h"

namespace collisionchip {

constexpr int kMostBins = 16;

// Two vectors of the host where it has nothing wider.
using FourFloats = float __attribute__((vector_size(16)));  // of every build: trees are not what is timed
using Double4 = double __attribute__((vector_size(32)));

// Centres of all directions are looked at in one pass over the triangles, the bins of all directions are filled
// in another one, four directions side by side. Lanes beyond the directions hold whatever lies there; nobody
// looks at them.
template <DopSplitLevel kLevel, int kHalf>
class DopSplit {
 public:
  DopSplit(const std::uint32_t* first, const std::uint32_t* last, const SplitData& data)
      : first_(first),
        last_(last),
        leaves_(data.leaves.data()),
        bins_(static_cast<int>(std::min<std::ptrdiff_t>(kMostBins, last - first))) {
    const DopDirections& directions = dop_directions(data.k);
    for (int i = 0; i < kHalf; ++i) inverse_lengths_[i / 4][i % 4] = directions.inverse_length(i);
    find_slabs();
    fill_parts();
    find_error();
    for (int i = 0; i < kHalf; ++i) {
      if (cut(i)) consider(i);
    }
  }

  bool found() const { return best_.direction >= 0; }
  bool is_left(const DopNode& leaf) const {
    const int i = best_.direction;
    const double centre = double{leaf.d[i]} + double{leaf.d[i + kHalf]};
    return bin_of((centre - low_[i / 4][i % 4]) * scale_[i / 4][i % 4]) < best_.first_right_bin;
  }

 private:
  static constexpr int kVectors = (kHalf + 3) / 4;
  struct Choice {
    int direction = -1;
    int first_right_bin = 0;
    double cost = HUGE_VAL;
  };
  struct Extent {
    FourFloats low[kVectors], high[kVectors];

    void clear() {
      for (int i = 0; i < kVectors; ++i) {
        low[i] = FourFloats{HUGE_VALF, HUGE_VALF, HUGE_VALF, HUGE_VALF};
        high[i] = -low[i];
      }
    }
    void enclose(const Extent& other) {
      for (int i = 0; i < kVectors; ++i) {
        low[i] = other.low[i] < low[i] ? other.low[i] : low[i];
        high[i] = high[i] < other.high[i] ? other.high[i] : high[i];
      }
    }
  };
  static Extent extent_of(const DopNode& leaf) {
    const char* bytes = reinterpret_cast<const char*>(&leaf);  // the last vector may ask for more than d
    Extent extent;
    std::memcpy(extent.low, bytes, sizeof extent.low);
    std::memcpy(extent.high, bytes + kHalf * sizeof(float), sizeof extent.high);
    return extent;
  }
  static_assert(offsetof(DopNode, d) == 0 && (kHalf + 4 * kVectors) * sizeof(float) <= sizeof(DopNode));

  struct Part {
    Extent extent;
    double count;
    std::uint32_t members;  // of few triangles, a bit each

    void clear() {
      extent.clear();
      count = 0;
      members = 0;
    }
    void add(const Part& other) {
      extent.enclose(other.extent);
      count += other.count;
      members |= other.members;
    }
  };
  static constexpr std::ptrdiff_t kFew = 6;

  template <typename Function>
  void for_each_leaf(const Function& function) const {
    constexpr std::ptrdiff_t kAhead = 8;
    for (const std::uint32_t* t = first_; t != last_; ++t) {
      const char* ahead = reinterpret_cast<const char*>(&leaves_[last_ - t > kAhead ? t[kAhead] : *t]);
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 64);
      function(extent_of(leaves_[*t]));
    }
  }

  // The centres along each direction, cut into equal slabs, fewer for few triangles. A scale of zero: no slabs,
  // since all centres coincide or a sum has left the range of float32.
  void find_slabs() {
    Double4 high[kVectors], unbounded[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      low_[v] = Double4{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
      high[v] = -low_[v];
      unbounded[v] = Double4{};
    }
    for_each_leaf([&](const Extent& leaf) {
      for (int v = 0; v < kVectors; ++v) {
        const Double4 centre =
            __builtin_convertvector(leaf.low[v], Double4) + __builtin_convertvector(leaf.high[v], Double4);
        low_[v] = centre < low_[v] ? centre : low_[v];
        high[v] = high[v] < centre ? centre : high[v];
        unbounded[v] += centre - centre;  // NaN once one of them is not finite
      }
    });
    for (int i = 0; i < kHalf; ++i) {
      const double low = low_[i / 4][i % 4], most = high[i / 4][i % 4];
      const bool parted = unbounded[i / 4][i % 4] == 0 && low < most;
      scale_[i / 4][i % 4] = parted ? bins_ / (most - low) : 0;
    }
  }
  bool cut(int direction) const { return scale_[direction / 4][direction % 4] != 0; }
  int bin_of(double place) const { return std::min(bins_ - 1, static_cast<int>(place)); }

  void fill_parts() {
    for (int i = 0; i < kHalf; ++i) {
      for (int bin = 0; bin < bins_; ++bin) parts_[i][bin].clear();
    }
    std::uint32_t member = last_ - first_ <= kFew ? 1 : 0;
    for_each_leaf([&](const Extent& leaf) {
      double places[4 * kVectors];
      for (int v = 0; v < kVectors; ++v) {
        const Double4 centre =
            __builtin_convertvector(leaf.low[v], Double4) + __builtin_convertvector(leaf.high[v], Double4);
        const Double4 four = (centre - low_[v]) * scale_[v];
        std::memcpy(places + 4 * v, &four, sizeof four);
      }
      for (int i = 0; i < kHalf; ++i) {
        if (!cut(i)) continue;
        Part& part = parts_[i][bin_of(places[i])];
        part.extent.enclose(leaf);
        part.count += 1;
        part.members |= member;
      }
      member <<= 1;
    });
  }

  // The sum of the (normalised) widths, and that of their squares; each added up in the order of directions.
  struct Sums {
    double widths = 0, squares = 0;
  };
  Sums sums(const Extent& extent) const {
    double widths[4 * kVectors], squares[4 * kVectors];
    for (int v = 0; v < kVectors; ++v) {
      const Double4 width = (__builtin_convertvector(extent.high[v], Double4) -
                             __builtin_convertvector(extent.low[v], Double4)) *
                            inverse_lengths_[v];
      const Double4 square = width * width;
      std::memcpy(widths + 4 * v, &width, sizeof width);
      std::memcpy(squares + 4 * v, &square, sizeof square);
    }
    Sums sums;
    for (int i = 0; i < kHalf; ++i) {
      sums.widths += widths[i];
      sums.squares += squares[i];
    }
    return sums;
  }
  // Proportional to the surface: the sum of the products of all pairs of widths.
  double cost(const Part& part) const {
    const Sums s = sums(part.extent);
    return (s.widths * s.widths - s.squares) * part.count * std::sqrt(part.count);
  }

  // No cost is further below zero than this, and no part of a part costs more than the part and this: it takes
  // 2 * kHalf + 6 roundings of numbers that are at most those of all triangles. Infinite or NaN where these are;
  // then no split is left out.
  void find_error() {
    Part all;
    all.clear();
    for (int i = 0; i < kHalf && all.count == 0; ++i) {
      for (int bin = 0; cut(i) && bin < bins_; ++bin) all.add(parts_[i][bin]);
    }
    const double widths = sums(all.extent).widths;
    error_ = 0x1p-46 * (widths * widths) * all.count * std::sqrt(all.count);
  }
  // A part of this cost, and with it every larger one, belongs to no split that is cheaper than the best one.
  bool too_dear(double part_cost) const { return part_cost - error_ >= best_.cost + error_; }

  // Few triangles are parted in the same way along many directions; only the first of them can be the best.
  bool seen_before(const Part& left) {
    if (left.members == 0) return false;
    const std::uint32_t all = (1u << (last_ - first_)) - 1, other = all & ~left.members;
    const std::uint64_t bit = std::uint64_t{1} << std::min(left.members, other);
    const bool seen = (seen_ & bit) != 0;
    seen_ |= bit;
    return seen;
  }

  void consider(int direction) {
    const std::array<Part, kMostBins>& parts = parts_[direction];
    std::array<Part, kMostBins> lefts;  // of the bins below i
    double right_costs[kMostBins];      // of bins i and above
    std::array<bool, kMostBins> wanted{};
    lefts[0].clear();
    for (int i = 1; i < bins_; ++i) {  // the first and the last bin are never empty
      lefts[i] = lefts[i - 1];
      lefts[i].add(parts[i - 1]);
      // An empty bin parts what the bin before it has parted.
      wanted[i] = parts[i - 1].count != 0 && !seen_before(lefts[i]);
    }
    Part right;
    right.clear();
    int lowest = bins_;
    while (lowest > 1) {
      right.add(parts[--lowest]);
      if (!wanted[lowest]) continue;
      right_costs[lowest] = cost(right);
      if (!too_dear(right_costs[lowest])) continue;
      ++lowest;
      break;
    }
    for (int i = lowest; i < bins_; ++i) {
      if (!wanted[i]) continue;
      const double left_cost = cost(lefts[i]), total = left_cost + right_costs[i];
      if (total < best_.cost) best_ = {direction, i, total};
      if (too_dear(left_cost)) return;
    }
  }

  const std::uint32_t *first_, *last_;
  const DopNode* leaves_;
  int bins_;
  Double4 inverse_lengths_[kVectors]{}, low_[kVectors], scale_[kVectors]{};
  std::array<std::array<Part, kMostBins>, kHalf> parts_;
  double error_ = 0;
  std::uint64_t seen_ = 0;
  Choice best_;
};

// Every second split is one of two triangles, which are parted in the same way along every direction along which their centres
// differ. So the first such direction is the best one, and the lower one goes left: what DopSplit finds with more work, as long as
// no cost leaves the range of double.
template <DopSplitLevel kLevel, int kHalf>
class TwoTriangles {
 public:
  TwoTriangles(const std::uint32_t* first, const SplitData& data) {
    const auto& p = data.leaves[first[0]].d;
    const auto& q = data.leaves[first[1]].d;
    float most = 0;
    for (std::size_t i = 0; i < 2 * kHalf; ++i) most = std::max({most, std::abs(p[i]), std::abs(q[i])});
    bounded_ = most < 0x1p100f;
    for (std::size_t i = 0; i < kHalf && order_ == 0; ++i) {
      const double of_p = double{p[i]} + double{p[i + kHalf]}, of_q = double{q[i]} + double{q[i + kHalf]};
      order_ = of_p < of_q ? -1 : of_q < of_p ? 1 : 0;
    }
  }
  // They can be parted here.
  bool found() const { return bounded_ && order_ != 0; }
  bool swapped() const { return order_ > 0; }

 private:
  bool bounded_;
  int order_ = 0;  // of their centres
};

template <DopSplitLevel kLevel>
std::uint32_t* split_by_dop_of(std::uint32_t* first, std::uint32_t* last, const SplitData& data) {
  return with_half(data.k, [&](auto half) -> std::uint32_t* {
    if (last - first == 2) {
      const TwoTriangles<kLevel, half.value> two(first, data);
      if (two.found()) {
        if (two.swapped()) std::swap(first[0], first[1]);
        return first + 1;
      }
    }
    const DopSplit<kLevel, half.value> split(first, last, data);
    if (!split.found()) return nullptr;
    return std::partition(first, last, [&](std::uint32_t t) { return split.is_left(data.leaves[t]); });
  });
}

}  // namespace collisionchip
