#include "collisionchip/reference/tree/axis_point_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kBehindAll = ~std::uint32_t{0};

// Along which triangles are put in order: a coordinate axis, a normal of the DOP or any direction.
struct Line {
  enum class Kind : std::uint8_t { axis, normal, any } kind = Kind::axis;
  int number = 0;
  Vec3d direction{};

  // Twice the place of the triangle's centre. Always finite: slabs beyond float32 are infinite, and their middle
  // may be no number.
  double place(const SplitData& data, std::uint32_t t) const {
    constexpr double kBeyondFloat32 = 0x1p140;
    const double exact = kind == Kind::axis     ? data.axis_centre(t, number)
                         : kind == Kind::normal ? data.centre(t, number)
                                                : dot(direction, data.centre_point(t));
    return std::isnan(exact) ? 0 : std::clamp(exact, -kBeyondFloat32, kBeyondFloat32);
  }
};

// What lies before it, or at it with a smaller number, is on the left.
struct Cut {
  Line line;
  double at = 0;
  std::uint32_t triangle = kBehindAll;

  bool is_left(const SplitData& data, std::uint32_t t) const {
    const double place = line.place(data, t);
    return place != at ? place < at : t < triangle;
  }
};

// Some triangles, whose order must not show.
struct Triangles {
  const std::uint32_t *first, *last;
  const SplitData& data;

  std::size_t size() const { return static_cast<std::size_t>(last - first); }
  const std::uint32_t* begin() const { return first; }
  const std::uint32_t* end() const { return last; }
};

struct PlaceRange {
  double low = HUGE_VAL, high = -HUGE_VAL;

  void add(double place) {
    low = std::min(low, place);
    high = std::max(high, place);
  }
};

PlaceRange places_of(const Triangles& all, const Line& line) {
  PlaceRange range;
  for (const std::uint32_t t : all) range.add(line.place(all.data, t));
  return range;
}

// ---- points

Cut cut_at_mean(const Triangles& all, const Line& line) {
  const PlaceRange range = places_of(all, line);
  // Over integers: a sum of doubles would depend on the order.
  const double scale = range.high > range.low ? 0x1p40 / (range.high - range.low) : 0;
  std::uint64_t sum = 0;
  for (const std::uint32_t t : all)
    sum += static_cast<std::uint64_t>((line.place(all.data, t) - range.low) * scale);
  const std::uint64_t average = sum / all.size();
  return {line, scale > 0 ? range.low + static_cast<double>(average) / scale : range.low};
}

Cut cut_at_median(const Triangles& all, const Line& line) {
  std::vector<std::pair<double, std::uint32_t>> places;
  places.reserve(all.size());
  for (const std::uint32_t t : all) places.emplace_back(line.place(all.data, t), t);
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
  std::nth_element(places.begin(), middle, places.end());
  return {line, middle->first, middle->second};
}

// The middle of the bounding volume, not of the centres.
Cut cut_in_the_middle(const Triangles& all, const Line& line) {
  PlaceRange range;
  const SplitData& data = all.data;
  const std::size_t half = static_cast<std::size_t>(data.k / 2);
  for (const std::uint32_t t : all) {
    if (line.kind == Line::Kind::axis) {
      range.add(2 * data.low(t, line.number));
      range.add(2 * data.high(t, line.number));
    } else if (line.kind == Line::Kind::normal) {
      range.add(2 * double{data.leaves[t].d[static_cast<std::size_t>(line.number)]});
      range.add(2 * double{data.leaves[t].d[static_cast<std::size_t>(line.number) + half]});
    } else {
      range.add(line.place(data, t));
    }
  }
  return {line, 0.5 * (range.low + range.high)};
}

// ---- parts

struct Parts {
  SplitPart left, right;
};

Parts parts_of(const Triangles& all, const Cut& cut) {
  Parts parts;
  for (const std::uint32_t t : all)
    (cut.is_left(all.data, t) ? parts.left : parts.right).add(all.data.k, all.data.leaves[t]);
  return parts;
}

DopNode intersection(int k, const DopNode& a, const DopNode& b) {
  DopNode both;
  const std::size_t half = static_cast<std::size_t>(k / 2);
  for (std::size_t i = 0; i < half; ++i) {
    both.d[i] = std::max(a.d[i], b.d[i]);
    both.d[i + half] = std::min(a.d[i + half], b.d[i + half]);
  }
  return both;
}

enum class AxisChoice : std::uint8_t { longest, min_sum, min_max, splatter, normals, farthest };
enum class Point : std::uint8_t { mean, median, middle };
enum class Objective : std::uint8_t { sum_volume, max_volume, overlap, balance };

template <typename Choice>
Choice choice_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<Choice>(std::find(names.begin(), names.end(), name) - names.begin());
}

// ---- axes

std::vector<Line> coordinate_axes(const std::array<int, 3>& order) {
  std::vector<Line> lines;
  lines.reserve(order.size());
  for (const int axis : order) lines.push_back({Line::Kind::axis, axis, {}});
  return lines;
}

// The axes, the largest measure first, ties by number.
std::vector<Line> axes_by(const std::array<double, 3>& measure) {
  std::array<int, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return measure[static_cast<std::size_t>(a)] > measure[static_cast<std::size_t>(b)];
  });
  return coordinate_axes(order);
}

std::vector<Line> axes_by_length(const Triangles& all) {
  std::array<double, 3> length;
  for (int axis = 0; axis < 3; ++axis) {
    PlaceRange range;
    for (const std::uint32_t t : all) {
      range.add(all.data.low(t, axis));
      range.add(all.data.high(t, axis));
    }
    length[static_cast<std::size_t>(axis)] = range.high - range.low;
  }
  return axes_by(length);
}

// By the variance of the centres, over integers of 20 bits, so that no order and no library shows.
std::vector<Line> axes_by_variance(const Triangles& all) {
  std::array<PlaceRange, 3> ranges;
  double longest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    ranges[axis] = places_of(all, {Line::Kind::axis, static_cast<int>(axis), {}});
    longest = std::max(longest, ranges[axis].high - ranges[axis].low);
  }
  const double scale = longest > 0 ? 0x1p20 / longest : 0;
  std::array<double, 3> variance;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::uint64_t sum = 0, squares = 0;
    for (const std::uint32_t t : all) {
      const double place =
          Line{Line::Kind::axis, static_cast<int>(axis), {}}.place(all.data, t) - ranges[axis].low;
      const auto whole = static_cast<std::uint64_t>(place * scale);
      sum += whole;
      squares += whole * whole;
    }
    const auto count = static_cast<double>(all.size()), mean = static_cast<double>(sum) / count;
    variance[axis] = static_cast<double>(squares) / count - mean * mean;
  }
  return axes_by(variance);
}

// The one farthest from `from`, the smallest number of several.
std::uint32_t farthest_from(const Triangles& all, std::uint32_t from, double& square) {
  const Vec3d here = all.data.centre_point(from);
  std::uint32_t best = kBehindAll;
  square = -1;
  for (const std::uint32_t t : all) {
    const Vec3d away = all.data.centre_point(t) - here;
    const double distance = dot(away, away);
    if (distance < square || (distance == square && t > best)) continue;
    square = distance;
    best = t;
  }
  return best;
}

// Through the two most distant centres: all pairs are looked at up to 2000 triangles; beyond that, the farthest from
// the triangle of the smallest number and the farthest from that one.
Line farthest_axis(const Triangles& all) {
  constexpr std::size_t kMostForAllPairs = 2000;
  std::uint32_t from = *std::min_element(all.begin(), all.end());
  double most = 0;
  std::uint32_t to = farthest_from(all, from, most);
  if (all.size() > kMostForAllPairs) {
    from = to;
    to = farthest_from(all, from, most);
  } else {
    for (const std::uint32_t t : all) {
      double square = 0;
      const std::uint32_t other = farthest_from(all, t, square);
      const auto wins = [&] { return std::minmax(t, other) < std::minmax(from, to); };
      if (square < most || (square == most && !wins())) continue;
      most = square;
      from = t;
      to = other;
    }
  }
  const auto [smaller, larger] = std::minmax(from, to);
  return {Line::Kind::any, 0, all.data.centre_point(larger) - all.data.centre_point(smaller)};
}

std::vector<Line> normals_of(int k) {
  std::vector<Line> lines;
  lines.reserve(static_cast<std::size_t>(k) / 2);
  for (int i = 0; i < k / 2; ++i) lines.push_back({Line::Kind::normal, i, {}});
  return lines;
}

class AxisPointRule : public SplitRule {
 public:
  explicit AxisPointRule(const TreeOptions& options)
      : axis_(choice_of<AxisChoice>(tree_axis_names(), options.axis)),
        point_(choice_of<Point>(tree_point_names(), options.point)),
        objective_(choice_of<Objective>(tree_objective_names(), options.objective)) {}

  std::string name() const override { return "axis_point"; }

  std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const override {
    const Cut cut = cut_of(first, last, data);
    return std::partition(first, last, [&](std::uint32_t t) { return cut.is_left(data, t); });
  }

  Cut cut_of(const std::uint32_t* first, const std::uint32_t* last, const SplitData& data) const {
    return find_cut({first, last, data});
  }

 private:
  // What the rule says; where that does not part well, the median, then that of the other axes. Halves in the end.
  Cut find_cut(const Triangles& all) const {
    const SizeMeasure measure(all.data.k, all.data.leaves.size() <= kMostToSplitExactly);
    std::vector<Line> lines = lines_of(all);
    if (chooses()) std::swap(lines.front(), lines[cheapest(all, lines, measure)]);
    const Cut wanted = cut_at_point(all, lines.front());
    if (parts_well(all, wanted, measure)) return wanted;
    for (const Line& line : lines) {
      const Cut cut = cut_at_median(all, line);
      if (parts_well(all, cut, measure)) return cut;
    }
    return cut_at_median(all, lines.front());
  }

  bool chooses() const {
    return axis_ == AxisChoice::min_sum || axis_ == AxisChoice::min_max || axis_ == AxisChoice::normals;
  }

  // All axes that come into question; the wanted one first, unless volumes choose it.
  std::vector<Line> lines_of(const Triangles& all) const {
    switch (axis_) {
      case AxisChoice::longest:
        return axes_by_length(all);
      case AxisChoice::splatter:
        return axes_by_variance(all);
      case AxisChoice::normals:
        return normals_of(all.data.k);
      case AxisChoice::farthest: {
        std::vector<Line> lines = {farthest_axis(all)};
        for (const Line& axis : axes_by_length(all)) lines.push_back(axis);
        return lines;
      }
      default:
        return coordinate_axes({0, 1, 2});
    }
  }

  Cut cut_at_point(const Triangles& all, const Line& line) const {
    if (point_ == Point::mean) return cut_at_mean(all, line);
    return point_ == Point::median ? cut_at_median(all, line) : cut_in_the_middle(all, line);
  }

  std::size_t cheapest(const Triangles& all, const std::vector<Line>& lines,
                       const SizeMeasure& measure) const {
    std::size_t best = 0;
    DopSize least{HUGE_VAL, HUGE_VAL};
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Parts parts = parts_of(all, cut_at_point(all, lines[i]));
      if (parts.left.count == 0 || parts.right.count == 0) continue;
      const DopSize cost = cost_of(parts, all.data.k, measure);
      if (!(cost < least)) continue;
      least = cost;
      best = i;
    }
    return best;
  }

  // Equal ones are told apart by how wide both parts are together.
  DopSize cost_of(const Parts& parts, int k, const SizeMeasure& measure) const {
    const DopSize left = measure(parts.left.volume), right = measure(parts.right.volume);
    if (axis_ != AxisChoice::normals) return volume_cost(left, right, axis_ == AxisChoice::min_max);
    DopSize cost = volume_cost(left, right, objective_ == Objective::max_volume);
    if (objective_ == Objective::overlap) {
      cost.volume = measure.volume(intersection(k, parts.left.volume, parts.right.volume));
    } else if (objective_ == Objective::balance) {
      const auto [less, more] = std::minmax(parts.left.count, parts.right.count);
      cost.volume = static_cast<double>(more - less);
    }
    return cost;
  }

  static bool parts_well(const Triangles& all, const Cut& cut, const SizeMeasure& measure) {
    const Parts parts = parts_of(all, cut);
    return collisionchip::parts_well(all.data.k, parts.left, parts.right, measure);
  }

  AxisChoice axis_;
  Point point_;
  Objective objective_;
};

}  // namespace

void SplitPart::add(int k, const DopNode& leaf) {
  if (count++ == 0) {
    volume = leaf;
  } else {
    enclose(k, volume, leaf, volume);
  }
}

bool parts_well(int k, const SplitPart& left, const SplitPart& right, const SizeMeasure& measure) {
  const std::size_t all = left.count + right.count, most = std::max(left.count, right.count);
  if (most == all || 20 * most >= 19 * all) return false;
  DopNode whole;
  enclose(k, left.volume, right.volume, whole);
  const double volume = measure.volume(whole);
  return volume == 0 || measure.volume(left.volume) < volume || measure.volume(right.volume) < volume;
}

DopSize volume_cost(const DopSize& left, const DopSize& right, bool larger_alone) {
  DopSize cost = left + right;
  if (larger_alone) cost.volume = std::max(left.volume, right.volume);
  return cost;
}

AxisCut axis_point_cut(const TreeOptions& options, const std::uint32_t* first, const std::uint32_t* last,
                       const SplitData& data) {
  const Cut cut = AxisPointRule(options).cut_of(first, last, data);
  return {cut.line.number, cut.at, cut.triangle};
}

std::unique_ptr<SplitRule> make_axis_point_rule(const TreeOptions& options) {
  check_tree_options(options);
  return std::make_unique<AxisPointRule>(options);
}

}  // namespace collisionchip
