// Triangles in CGAL's exact arithmetic, as our predicate means them: vertices are the float32 numbers, B is moved by
// the float32 pose without rounding. Triangles without area become segments and points.
#pragma once

#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <array>
#include <variant>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip::testing_support {

using Kernel = CGAL::Simple_cartesian<CGAL::Exact_rational>;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using ExactTriangle = Kernel::Triangle_3;
using Shape = std::variant<Point, Segment, ExactTriangle>;

inline Point moved(const Pose& pose, const Vec3f& p) {
  const auto row = [&](int i) {
    CGAL::Exact_rational sum(pose.t[i]);
    for (int axis = 0; axis < 3; ++axis) {
      sum += CGAL::Exact_rational(pose.r[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)]) *
             CGAL::Exact_rational(p[axis]);
    }
    return sum;
  };
  return {row(0), row(1), row(2)};
}

inline Shape shape_of(const Pose& pose, const std::array<Vec3f, 3>& corners) {
  const Point p = moved(pose, corners[0]), q = moved(pose, corners[1]), r = moved(pose, corners[2]);
  if (!CGAL::collinear(p, q, r)) return ExactTriangle(p, q, r);
  const Point low = std::min({p, q, r}), high = std::max({p, q, r});  // lexicographic: the ends of a segment
  if (low == high) return low;
  return Segment(low, high);
}

inline bool meet(const Point& p, const Point& q) {
  return p == q;
}
inline bool meet(const Point& p, const Segment& s) {
  return s.has_on(p);
}
inline bool meet(const Point& p, const ExactTriangle& t) {
  return t.has_on(p);
}
inline bool meet(const Segment& s, const Point& p) {
  return meet(p, s);
}
inline bool meet(const ExactTriangle& t, const Point& p) {
  return meet(p, t);
}
template <typename A, typename B>
inline bool meet(const A& a, const B& b) {
  return CGAL::do_intersect(a, b);
}

inline bool meet(const Shape& a, const Shape& b) {
  return std::visit([](const auto& one, const auto& other) { return meet(one, other); }, a, b);
}

}  // namespace collisionchip::testing_support
