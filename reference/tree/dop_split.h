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

// What a level calculates with.
template <DopSplitLevel kLevel>
struct DopSplitLanes {
  static constexpr std::size_t kFloats = kLevel == DopSplitLevel::common ? 4 : 8, kDoubles = kFloats / 2;
  // Aliases would lose the attributes.
  typedef float Floats __attribute__((vector_size(4 * kFloats)));
  typedef double Doubles __attribute__((vector_size(8 * kDoubles)));
};

// The slabs of some triangles: minima, and maxima with the opposite sign, so that minima enclose all of them. Four minima,
// then four maxima. Lanes beyond the directions hold any bits and are not used.
template <DopSplitLevel kLevel, int kHalf>
class SlabExtent {
 public:
  static constexpr std::size_t kVectors = (kHalf + 3) / 4;

  SlabExtent() = default;  // not set
  explicit SlabExtent(const DopNode& leaf) {
    const char* bytes = reinterpret_cast<const char*>(&leaf);  // the last vector may ask for more than d
    for (std::size_t v = 0; v < kVectors; ++v) {
      FourFloats slabs[2];
      std::memcpy(&slabs[0], bytes + 16 * v, sizeof slabs[0]);
      std::memcpy(&slabs[1], bytes + kHalf * sizeof(float) + 16 * v, sizeof slabs[1]);
      slabs[1] = -slabs[1];
      std::memcpy(&of_[v * kEach], slabs, sizeof slabs);
    }
  }
  static_assert(offsetof(DopNode, d) == 0 && (kHalf + 4 * kVectors) * sizeof(float) <= sizeof(DopNode));

  void clear() {
    for (Floats& lanes : of_) lanes = Floats{} + HUGE_VALF;
  }
  void enclose(const SlabExtent& other) { enclose(*this, other); }
  // Both. To copy one of them first would take twice as long: not all of a vector is copied at once.
  void enclose(const SlabExtent& p, const SlabExtent& q) {
    for (std::size_t i = 0; i < of_.size(); ++i) of_[i] = q.of_[i] < p.of_[i] ? q.of_[i] : p.of_[i];
  }
  FourFloats minima(std::size_t v) const { return four(2 * v); }
  FourFloats opposite_maxima(std::size_t v) const { return four(2 * v + 1); }

 private:
  using Floats = typename DopSplitLanes<kLevel>::Floats;
  static constexpr std::size_t kEach = 8 / DopSplitLanes<kLevel>::kFloats;

  FourFloats four(std::size_t at) const {
    FourFloats lanes;
    std::memcpy(&lanes, reinterpret_cast<const char*>(of_.data()) + 16 * at, sizeof lanes);
    return lanes;
  }

  std::array<Floats, kVectors * kEach> of_;
};

// What four parts cost, side by side: the surface of each, as the sum of the products of all pairs of its (normalised) widths, times
// its count to the power of 1.5. Widths and their squares are added up in the order of directions.
template <DopSplitLevel kLevel, int kHalf>
class FourCosts {
 public:
  using Extent = SlabExtent<kLevel, kHalf>;
  using Costs = std::array<double, 4>;

  explicit FourCosts(const DopDirections& directions) {
    for (int i = 0; i < kHalf; ++i)
      opposite_lengths_[static_cast<std::size_t>(i)] = -directions.inverse_length(i);
  }

  Costs of(const std::array<const Extent*, 4>& parts, const Costs& counts) const {
    Costs widths, squares, costs;
    add_up(parts, widths, squares);
    for (std::size_t i = 0; i < 4; ++i)
      costs[i] = (widths[i] * widths[i] - squares[i]) * counts[i] * std::sqrt(counts[i]);
    return costs;
  }
  double width_of(const Extent& part) const {
    Costs widths, squares;
    add_up({&part, &part, &part, &part}, widths, squares);
    return widths[0];
  }

 private:
  using Doubles = typename DopSplitLanes<kLevel>::Doubles;
  static constexpr std::size_t kDoubles = DopSplitLanes<kLevel>::kDoubles;
  typedef float Floats __attribute__((vector_size(4 * kDoubles)));
  using Rows = std::array<FourFloats, 4 * Extent::kVectors>;  // by direction, of each part

  void add_up(const std::array<const Extent*, 4>& parts, Costs& widths, Costs& squares) const {
    Rows minima, maxima;
    for (std::size_t v = 0; v < Extent::kVectors; ++v) {
      transpose(parts[0]->minima(v), parts[1]->minima(v), parts[2]->minima(v), parts[3]->minima(v),
                &minima[4 * v]);
      transpose(parts[0]->opposite_maxima(v), parts[1]->opposite_maxima(v), parts[2]->opposite_maxima(v),
                parts[3]->opposite_maxima(v), &maxima[4 * v]);
    }
    for (std::size_t first = 0; first < 4; first += kDoubles) {
      Doubles sum{}, sum_of_squares{};
      for (std::size_t i = 0; i < kHalf; ++i) {
        const Doubles width = (number(minima[i], first) + number(maxima[i], first)) * opposite_lengths_[i];
        sum += width;
        sum_of_squares += width * width;
      }
      std::memcpy(&widths[first], &sum, sizeof sum);
      std::memcpy(&squares[first], &sum_of_squares, sizeof sum);
    }
  }
  static Doubles number(const FourFloats& row, std::size_t first) {
    Floats floats;
    std::memcpy(&floats, reinterpret_cast<const char*>(&row) + first * sizeof(float), sizeof floats);
    return __builtin_convertvector(floats, Doubles);
  }
  static void transpose(FourFloats p, FourFloats q, FourFloats r, FourFloats s, FourFloats* rows) {
    const FourFloats low_pq = __builtin_shufflevector(p, q, 0, 4, 1, 5),
                     low_rs = __builtin_shufflevector(r, s, 0, 4, 1, 5),
                     high_pq = __builtin_shufflevector(p, q, 2, 6, 3, 7),
                     high_rs = __builtin_shufflevector(r, s, 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(low_pq, low_rs, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(low_pq, low_rs, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(high_pq, high_rs, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(high_pq, high_rs, 2, 3, 6, 7);
  }

  std::array<double, kHalf> opposite_lengths_;
};

// Centres of all directions are looked at in one pass over the triangles, the bins of all directions are filled
// in another one.
template <DopSplitLevel kLevel, int kHalf>
class DopSplit {
 public:
  DopSplit(const std::uint32_t* first, const std::uint32_t* last, const SplitData& data)
      : first_(first),
        last_(last),
        leaves_(data.leaves.data()),
        bins_(static_cast<int>(std::min<std::ptrdiff_t>(kMostBins, last - first))),
        costs_(dop_directions(data.k)) {
    find_slabs();
    if (last - first <= kFew) {
      consider_few();
    } else {
      fill_parts();
      find_error();
      for (int i = 0; i < kHalf; ++i) {
        if (cut(i)) consider(i);
      }
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
  static constexpr std::ptrdiff_t kFew = 7;
  using Extent = SlabExtent<kLevel, kHalf>;
  using Costs = std::array<double, 4>;
  struct Choice {
    int direction = -1;
    int first_right_bin = 0;
    double cost = HUGE_VAL;
  };
  struct Part {
    Extent extent;
    std::uint32_t count;

    void clear() {
      extent.clear();
      count = 0;
    }
    void join(const Part& p, const Part& q) {
      extent.enclose(p.extent, q.extent);
      count = p.count + q.count;
    }
  };
  using Parts = std::array<Part, kMostBins + 1>;
  // Numbers of a direction's bins, before which it may be parted.
  struct Places {
    std::array<int, kMostBins> of;
    int count = 0;
  };

  template <typename Function>
  void for_each_leaf(const Function& function) const {
    constexpr std::ptrdiff_t kAhead = 8;
    for (const std::uint32_t* t = first_; t != last_; ++t) {
      const char* ahead = reinterpret_cast<const char*>(&leaves_[last_ - t > kAhead ? t[kAhead] : *t]);
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 64);
      function(leaves_[*t]);
    }
  }
  // The centre along directions 4 * v to 4 * v + 3.
  static void find_centre(const DopNode& leaf, int v, Double4& centre) {
    const char* bytes = reinterpret_cast<const char*>(&leaf) + 16 * v;
    FourFloats low, high;
    std::memcpy(&low, bytes, sizeof low);
    std::memcpy(&high, bytes + kHalf * sizeof(float), sizeof high);
    centre = __builtin_convertvector(low, Double4) + __builtin_convertvector(high, Double4);
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
    for_each_leaf([&](const DopNode& leaf) {
      for (int v = 0; v < kVectors; ++v) {
        Double4 centre;
        find_centre(leaf, v, centre);
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

  // Where a leaf's centre lies in the slabs of each direction.
  struct SlabPlaces {
    double of[4 * kVectors];
  };
  void find_places(const DopNode& leaf, SlabPlaces& places) const {
    for (int v = 0; v < kVectors; ++v) {
      Double4 centre;
      find_centre(leaf, v, centre);
      const Double4 four = (centre - low_[v]) * scale_[v];
      std::memcpy(places.of + 4 * v, &four, sizeof four);
    }
  }
  void fill_parts() {
    for (int i = 0; i < kHalf; ++i) {
      for (int bin = 0; bin < bins_; ++bin) parts_[i][bin].clear();
    }
    for_each_leaf([&](const DopNode& leaf) {
      SlabPlaces places;
      find_places(leaf, places);
      const Extent extent(leaf);
      for (int i = 0; i < kHalf; ++i) {
        if (!cut(i)) continue;
        Part& part = parts_[i][bin_of(places.of[i])];
        part.extent.enclose(extent);
        ++part.count;
      }
    });
  }

  // No cost is further below zero than this, and no part of a part costs more than the part and this: it takes
  // 2 * kHalf + 6 roundings of numbers that are at most those of all triangles. Infinite or NaN where these are;
  // then no split is left out.
  void find_error() {
    Part all;
    all.clear();
    for (int i = 0; i < kHalf && all.count == 0; ++i) {
      for (int bin = 0; cut(i) && bin < bins_; ++bin) all.join(all, parts_[i][bin]);
    }
    const double widths = costs_.width_of(all.extent), count = all.count;
    error_ = 0x1p-46 * (widths * widths) * count * std::sqrt(count);
  }
  // A part of this cost, and with it every larger one, belongs to no split that is cheaper than the best one.
  bool too_dear(double part_cost) const { return part_cost - error_ >= best_.cost + error_; }

  void take(int direction, int place, double total) {
    if (total < best_.cost) best_ = {direction, place, total};
  }

  // Few triangles are parted in the same way along many directions; only the first of them can be the best. Parts are sets of
  // members, a bit each.
  void consider_few() {
    const auto count = static_cast<std::size_t>(std::min(kFew, last_ - first_));
    std::array<Extent, kFew> members;
    std::array<std::array<std::uint32_t, kFew>, kHalf> bins{};
    for (std::size_t t = 0; t < count; ++t) {
      const DopNode& leaf = leaves_[first_[t]];
      members[t] = Extent(leaf);
      SlabPlaces places;
      find_places(leaf, places);
      for (int i = 0; i < kHalf; ++i) {
        if (cut(i)) bins[i][static_cast<std::size_t>(bin_of(places.of[i]))] |= 1u << t;
      }
    }
    const std::uint32_t all = (1u << count) - 1;
    std::uint64_t seen = 0;
    for (int i = 0; i < kHalf; ++i) {
      if (!cut(i)) continue;
      std::uint32_t left = 0;
      for (int place = 1; place < bins_; ++place) {
        left |= bins[i][static_cast<std::size_t>(place - 1)];
        const std::uint64_t bit = std::uint64_t{1} << std::min(left, all & ~left);
        if ((seen & bit) == 0) take(i, place, cost_of_parts(members, left, all & ~left));
        seen |= bit;
      }
    }
  }
  double cost_of_parts(const std::array<Extent, kFew>& members, std::uint32_t left,
                       std::uint32_t right) const {
    Part parts[2];
    for (Part& part : parts) part.clear();
    for (std::size_t t = 0; t < members.size(); ++t) {
      if (((left | right) >> t & 1u) == 0) break;
      Part& part = parts[right >> t & 1u];
      part.extent.enclose(members[t]);
      ++part.count;
    }
    const Costs costs = costs_.of({&parts[0].extent, &parts[1].extent, &parts[0].extent, &parts[1].extent},
                                  {double(parts[0].count), double(parts[1].count), 1, 1});
    return costs[0] + costs[1];
  }

  void consider(int direction) {
    const Parts& parts = parts_[direction];
    Parts lefts, rights;  // of the bins below i; of bins i and above
    Places places;
    lefts[0].clear();
    for (int i = 1; i < bins_; ++i) {  // the first and the last bin are never empty
      lefts[i].join(lefts[i - 1], parts[i - 1]);
      // An empty bin parts what the bin before it has parted.
      if (parts[i - 1].count != 0) places.of[places.count++] = i;
    }
    rights[bins_].clear();
    for (int i = bins_; i-- > 1;) rights[i].join(rights[i + 1], parts[i]);
    // The largest right parts are the first ones: from the last place down to one that is too dear.
    std::array<double, kMostBins> right_costs;
    int lowest = places.count;
    while (lowest > 0) {
      const int from = std::max(0, lowest - 4);
      find_costs(rights, places, from, &right_costs[static_cast<std::size_t>(from)]);
      while (lowest > from && !too_dear(right_costs[static_cast<std::size_t>(lowest - 1)])) --lowest;
      if (lowest > from) break;
    }
    for (int at = lowest; at < places.count; at += 4) {
      Costs left_costs;
      find_costs(lefts, places, at, left_costs.data());
      for (int i = at; i < std::min(at + 4, places.count); ++i) {
        const double left_cost = left_costs[static_cast<std::size_t>(i - at)];
        take(direction, places.of[i], left_cost + right_costs[static_cast<std::size_t>(i)]);
        if (too_dear(left_cost)) return;
      }
    }
  }
  // The costs of four places from `from` on, or of those that are left.
  void find_costs(const Parts& parts, const Places& places, int from, double* costs) const {
    std::array<const Extent*, 4> extents;
    Costs counts;
    const int count = std::min(4, places.count - from);
    for (int i = 0; i < 4; ++i) {
      const Part& part = parts[places.of[from + std::min(i, count - 1)]];
      extents[static_cast<std::size_t>(i)] = &part.extent;
      counts[static_cast<std::size_t>(i)] = part.count;
    }
    const Costs found = costs_.of(extents, counts);
    std::copy_n(found.begin(), count, costs);
  }

  const std::uint32_t *first_, *last_;
  const DopNode* leaves_;
  int bins_;
  const FourCosts<kLevel, kHalf> costs_;
  Double4 low_[kVectors], scale_[kVectors]{};
  std::array<Parts, kHalf> parts_;
  double error_ = 0;
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
