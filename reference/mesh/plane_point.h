// Points of a plane, and exact decisions about them. Private to the cutting of polygons.
#pragma once

#include <cmath>

#include "collisionchip/reference/arithmetic/expansion.h"

namespace collisionchip {

struct PlanePoint {
  float x = 0, y = 0;

  friend bool operator==(const PlanePoint& a, const PlanePoint& b) { return a.x == b.x && a.y == b.y; }
};

// The exact sum of the products of float32 that it is given.
class ProductSum {
 public:
  void add(double a, double b) { sum_ = sum_ + Expansion<1>(a * b); }  // 48 bits: exact
  int sign() const { return sum_.sign(); }

 private:
  Expansion<kMaxParts> sum_;
};

// 1: a, b, c turn to the left; -1: to the right; 0: they lie on one line.
inline int side_of(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  const double left = (double{b.x} - a.x) * (double{c.y} - a.y);
  const double right = (double{b.y} - a.y) * (double{c.x} - a.x);
  // Each of the two has three roundings, and so has their difference (Shewchuk 1997, ccwerrboundA).
  constexpr double bound = 3.5 * 0x1p-53;
  const double area = left - right;
  if (std::abs(area) > bound * (std::abs(left) + std::abs(right))) return area > 0 ? 1 : -1;
  ProductSum exact;
  exact.add(a.x, b.y);
  exact.add(-double{a.y}, b.x);
  exact.add(b.x, c.y);
  exact.add(-double{b.y}, c.x);
  exact.add(c.x, a.y);
  exact.add(-double{c.y}, a.x);
  return exact.sign();
}

}  // namespace collisionchip
