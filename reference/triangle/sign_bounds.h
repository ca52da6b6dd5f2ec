// How far the doubles behind the exact predicate's signs may be off (docs/exactness.md, "The filter in doubles").
#pragma once

#include <algorithm>

namespace collisionchip {

// The constants are counted in docs/exactness.md, in units of 2^-53: what a difference of two coordinates may
// be off, relative to the largest coordinate, and what the evaluation of a determinant may add.
constexpr double kDifferenceError = 8.01;
constexpr double kPadding = 32 * 0x1p-53;
constexpr double kSignFilter = 68 * 0x1p-53;
static_assert(kPadding >= (kDifferenceError + 18) * 0x1p-53);
static_assert(kSignFilter >= (6 * kDifferenceError + 28 * 2.01 / 3) * 0x1p-53);

// Absolute bounds, each for a value of its own degree in the coordinates. A number is a double, or doubles side by side.
template <typename Number>
struct SignBoundsOf {
  Number order;             // a coordinate of A minus one of B
  Number a_plane, b_plane;  // two edges of that triangle, and a difference of corners
  Number twist;             // an edge of each, and a difference of corners
  Number flat;              // an edge of either and a difference of corners, seen along an axis
};
using SignBounds = SignBoundsOf<double>;

// From the largest coordinate, the longest entry of an edge of each triangle, and of the difference of their
// first corners. A determinant of three vectors, or an area of two, is off by at most kSignFilter times the
// largest coordinate times the sum of the products of all its other sizes.
template <typename Number, typename Larger>
inline SignBoundsOf<Number> sign_bounds_of(Number magnitude, Number longest_a, Number longest_b, Number apart,
                                           const Larger& larger) {
  const Number padding = kPadding * magnitude, a = longest_a + padding, b = longest_b + padding,
               between = apart + a + b;
  const Number unit = kSignFilter * magnitude;
  return {padding, unit * (a * a + 2 * a * between), unit * (b * b + 2 * b * between),
          unit * (a * b + (a + b) * between), unit * (larger(a, b) + between)};
}
inline SignBounds sign_bounds(double magnitude, double longest_a, double longest_b, double apart) {
  return sign_bounds_of<double>(magnitude, longest_a, longest_b, apart,
                                [](double p, double q) { return std::max(p, q); });
}

}  // namespace collisionchip
