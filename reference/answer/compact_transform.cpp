#include "collisionchip/reference/answer/compact_transform.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

// What rounding may take away in float32, relative to the sum of the terms' magnitudes: three roundings of each and one of its
// factor, twice.
constexpr double kRounding = 8 * 0x1p-24;
constexpr double kMostCount = 32768;
// What rounding may take away in double, relative to the sum of the terms' magnitudes.
constexpr double kDoubleRounding = 0x1p-48;
// A row beyond this says nothing.
constexpr double kMostReach = 0x1p100;

double sum_abs(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// A map for two directions at once, and what its slack is made of: what is added by a direction, times the magnitudes of its
// coordinates.
struct SpreadMap {
  std::array<std::array<Double2, 3>, 3> columns;
  std::array<Double2, 3> offset, slack;

  SpreadMap(const RigidMap& map, const DopNode& root, const DopDirections& directions) {
    const auto half = static_cast<std::size_t>(directions.half());
    double reach = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      reach += std::max(std::abs(double{root.d[axis]}), std::abs(double{root.d[axis + half]}));
    const double offset_error = map.translation_error + kDoubleRounding * sum_abs(map.t);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Vec3d& row = map.rows[axis];
      for (int i = 0; i < 3; ++i) columns[static_cast<std::size_t>(i)][axis] = both(row[i]);
      offset[axis] = both(map.t[static_cast<int>(axis)]);
      slack[axis] = both(1.01 * (offset_error + (map.row_error + kDoubleRounding * sum_abs(row)) * reach));
    }
  }

 private:
  static Double2 both(double number) { return Double2{number, number}; }
};

}  // namespace

// Directions i and i + 1: their maxima, and their minima with the opposite coefficients. Both have the same factors, since where an
// opposite coefficient is counted and where one is the result the signs change.
class CompactTransform::DirectionPair {
 public:
  DirectionPair(const SortedCones& cones, std::size_t i, const SpreadMap& map) {
    const std::array<Double2, 3> n = {cones.normals(0, i), cones.normals(1, i), cones.normals(2, i)};
    const auto along = [](const std::array<Double2, 3>& p, const std::array<Double2, 3>& q) {
      return (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2];
    };
    cones_ = cones.find(along(n, map.columns[0]), along(n, map.columns[1]), along(n, map.columns[2]));
    offset_ = along(n, map.offset);
    slack_ = along({magnitude(n[0]), magnitude(n[1]), magnitude(n[2])}, map.slack);
  }

  // Rows i, i + 1, and those opposite to them, which begin at `opposite`.
  void put(const CompactGrid& tumbled, const CompactGrid& aligned, std::size_t i, std::size_t opposite,
           CompactTransform& rows) const {
    const SortedCones::Triple &p = *cones_.cones[0], &q = *cones_.cones[1];
    const Double2 scale = {aligned.scale(i), aligned.scale(i + 1)};
    Double2 sum = offset_ - Double2{aligned.origin(i), aligned.origin(i + 1)}, counts{},
            reach = magnitude(sum);
    for (std::size_t m = 0; m < 3; ++m) {
      const CompactGrid::Support &of_p = tumbled.support(p.j[m]), &of_q = tumbled.support(q.j[m]);
      const Double2 at_zero = cones_.lambda[m] * Double2{of_p.at_zero, of_q.at_zero},
                    factors = (scale * cones_.lambda[m]) * Double2{of_p.step, of_q.step};
      sum += at_zero;
      reach += magnitude(at_zero);
      counts += factors;
      put_two(rows.c[m], i, -static_cast<float>(factors[0]), -static_cast<float>(factors[1]));
      put_two(rows.c[m], opposite, -static_cast<float>(factors[0]), -static_cast<float>(factors[1]));
      put_two(rows.j[m], i, p.j[m], q.j[m]);
      put_two(rows.j[m], opposite, p.opposite[m], q.opposite[m]);
    }
    const Double2 middle = scale * sum, in_counts = magnitude(middle) + kMostCount * counts,
                  wider = scale * (slack_ + kDoubleRounding * reach) + kRounding * in_counts;
    const Double2 maxima = wider + middle, minima = wider - middle;
    const auto bounded = [&](Double2 sums, int lane) {
      return wider[lane] < kMostReach ? static_cast<float>(sums[lane]) : HUGE_VALF;
    };
    put_two(rows.offset, i, bounded(maxima, 0), bounded(maxima, 1));
    put_two(rows.offset, opposite, bounded(minima, 0), bounded(minima, 1));
  }

 private:
  template <typename Number, typename Value>
  static void put_two(std::array<Number, kRows>& numbers, std::size_t at, Value first, Value second) {
    numbers[at] = static_cast<Number>(first);
    numbers[at + 1] = static_cast<Number>(second);
  }

  SortedCones::Found cones_;
  Double2 offset_, slack_;
};

CompactTransform::CompactTransform(const SortedCones& cones, const RigidMap& map, const DopNode& root,
                                   const CompactGrid& tumbled, const CompactGrid& aligned) {
  const SpreadMap spread(map, root, cones.directions());
  const auto half = static_cast<std::size_t>(cones.directions().half());
  // The first directions last: they put right what a pair of which one is none has put beyond its own rows.
  for (std::size_t pairs = (half + 1) / 2; pairs-- > 0;)
    DirectionPair(cones, 2 * pairs, spread).put(tumbled, aligned, 2 * pairs, 2 * pairs + half, *this);
  for (std::size_t row = 2 * half; row < kRows; ++row) {
    offset[row] = 0;
    for (std::size_t m = 0; m < 3; ++m) {
      c[m][row] = 0;
      j[m][row] = 0;
    }
  }
}

}  // namespace collisionchip
