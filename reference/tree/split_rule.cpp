#include "collisionchip/reference/tree/split_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collisionchip/reference/tree/axis_point_rule.h"
#include "collisionchip/reference/tree/dop_rule.h"

namespace collisionchip {

namespace {

struct Box {
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Vec3d& l, const Vec3d& h) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], l[axis]);
      high[axis] = std::max(high[axis], h[axis]);
    }
  }
  double side(int axis) const { return high[axis] - low[axis]; }
  int longest() const {
    return side(0) >= side(1) ? (side(0) >= side(2) ? 0 : 2) : (side(1) >= side(2) ? 1 : 2);
  }
  double half_area() const {
    if (low.x > high.x) return 0;
    return side(0) * side(1) + side(1) * side(2) + side(2) * side(0);
  }
};

Vec3d low_corner(const SplitData& data, std::uint32_t t) {
  return {data.low(t, 0), data.low(t, 1), data.low(t, 2)};
}

Vec3d high_corner(const SplitData& data, std::uint32_t t) {
  return {data.high(t, 0), data.high(t, 1), data.high(t, 2)};
}

Box box_of_centres(const std::uint32_t* first, const std::uint32_t* last, const SplitData& data) {
  Box box;
  for (const std::uint32_t* t = first; t != last; ++t) {
    const Vec3d centre = data.centre_point(*t);
    box.add(centre, centre);
  }
  return box;
}

std::uint32_t* split_at_median(std::uint32_t* first, std::uint32_t* last, const SplitData& data, int axis) {
  std::uint32_t* middle = first + (last - first) / 2;
  std::nth_element(first, middle, last, [&](std::uint32_t a, std::uint32_t b) {
    const double ca = data.axis_centre(a, axis), cb = data.axis_centre(b, axis);
    return ca != cb ? ca < cb : a < b;  // a total order: every library selects the same two sets
  });
  // nth_element leaves the order inside the parts to the library; sorting would cost more than the split, so
  // the parts are made canonical where it matters: at the leaves, which hold one triangle each.
  return middle;
}

class MedianRule : public SplitRule {
 public:
  std::string name() const override { return "median"; }
  std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const override {
    return split_at_median(first, last, data, box_of_centres(first, last, data).longest());
  }
};

class MeanRule : public SplitRule {
 public:
  std::string name() const override { return "mean"; }
  std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const override {
    const Box box = box_of_centres(first, last, data);
    const int axis = box.longest();
    if (!std::isfinite(box.side(axis))) return split_at_median(first, last, data, axis);
    // The spatial middle of the centres would be cheaper; the mean follows the distribution of the triangles.
    // The sum must not depend on the order inside the range, so it is taken over integers.
    const double scale = box.side(axis) > 0 ? 0x1p40 / box.side(axis) : 0;
    std::uint64_t sum = 0;
    for (const std::uint32_t* t = first; t != last; ++t) {
      sum += static_cast<std::uint64_t>((data.axis_centre(*t, axis) - box.low[axis]) * scale);
    }
    const std::uint64_t average = sum / static_cast<std::uint64_t>(last - first);
    const double mean = scale > 0 ? static_cast<double>(average) / scale : 0;
    std::uint32_t* middle = std::partition(
        first, last, [&](std::uint32_t t) { return data.axis_centre(t, axis) - box.low[axis] <= mean; });
    return middle == first || middle == last ? split_at_median(first, last, data, axis) : middle;
  }
};

// Surface-area heuristic over 16 bins per axis: minimises area(left)*count(left) + area(right)*count(right).
class AreaRule : public SplitRule {
 public:
  std::string name() const override { return "area"; }

  std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const override {
    const Box centres = box_of_centres(first, last, data);
    Choice best;
    for (int axis = 0; axis < 3; ++axis) {
      if (centres.side(axis) > 0) consider_axis(first, last, data, centres, axis, best);
    }
    if (best.axis < 0) return split_at_median(first, last, data, centres.longest());
    return std::partition(first, last, [&](std::uint32_t t) {
      return bin_of(data, centres, best.axis, t) < best.first_right_bin;
    });
  }

 private:
  static constexpr int kBins = 16;
  struct Choice {
    int axis = -1;
    int first_right_bin = 0;
    double cost = HUGE_VAL;
  };
  struct Bin {
    Box box;
    std::uint32_t count = 0;
  };

  static int bin_of(const SplitData& data, const Box& centres, int axis, std::uint32_t t) {
    const double place = (data.axis_centre(t, axis) - centres.low[axis]) / centres.side(axis);
    return std::min(kBins - 1, static_cast<int>(place * kBins));
  }

  static void consider_axis(const std::uint32_t* first, const std::uint32_t* last, const SplitData& data,
                            const Box& centres, int axis, Choice& best) {
    std::array<Bin, kBins> bins;
    for (const std::uint32_t* t = first; t != last; ++t) {
      Bin& bin = bins[static_cast<std::size_t>(bin_of(data, centres, axis, *t))];
      bin.box.add(low_corner(data, *t), high_corner(data, *t));
      ++bin.count;
    }
    std::array<Bin, kBins> right;  // right[i]: bins i and above
    Bin sum;
    for (int i = kBins - 1; i > 0; --i) {
      sum.box.add(bins[i].box.low, bins[i].box.high);
      sum.count += bins[i].count;
      right[i] = sum;
    }
    sum = Bin{};
    for (int i = 1; i < kBins; ++i) {
      sum.box.add(bins[i - 1].box.low, bins[i - 1].box.high);
      sum.count += bins[i - 1].count;
      if (sum.count == 0 || right[i].count == 0) continue;
      const double cost = sum.box.half_area() * sum.count + right[i].box.half_area() * right[i].count;
      if (cost < best.cost) best = {axis, i, cost};
    }
  }
};

}  // namespace

std::unique_ptr<SplitRule> make_split_rule(const TreeOptions& options) {
  check_tree_options(options);
  const std::string& name = options.split_rule;
  if (name == "median") return std::make_unique<MedianRule>();
  if (name == "mean") return std::make_unique<MeanRule>();
  if (name == "area") return std::make_unique<AreaRule>();
  return name == "dop" ? make_dop_rule() : make_axis_point_rule(options);
}

const std::vector<std::string>& split_rule_names() {
  static const std::vector<std::string> names = {"median", "mean", "area", "dop", "axis_point"};
  return names;
}

}  // namespace collisionchip
