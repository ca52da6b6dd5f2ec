// Tomas Möller's test (the paper's reference [12], 1997). Each triangle is tested against the other's plane. Then the intervals are
// compared in which the triangles cut the common line of the planes. The test has his two divisions per triangle, or none, by the common
// denominators that he also describes. It is written from the paper, for any kind of number. Both triangles are in one frame.
#pragma once

#include <algorithm>
#include <array>

#include "collisionchip/testbench/operations/counted_float.h"
#include "collisionchip/testbench/operations/our_test.h"

namespace collisionchip {

template <typename Number>
Number dot_of(const Vec3<Number>& a, const Vec3<Number>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <typename Number>
Vec3<Number> cross_of(const Vec3<Number>& a, const Vec3<Number>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <typename Number, bool kDivides>
class MoellerTest {
 public:
  static bool intersect(const CornersOf<Number>& v, const CornersOf<Number>& u) {
    const Plane plane_u(u);
    const Distances dv = plane_u.distances(v);
    if (dv.one_side()) return false;
    const Plane plane_v(v);
    const Distances du = plane_v.distances(u);
    if (du.one_side()) return false;
    const int axis = largest_axis(cross_of(plane_v.normal, plane_u.normal));
    Interval on_v, on_u;
    if (!cut({v[0][axis], v[1][axis], v[2][axis]}, dv, on_v) ||
        !cut({u[0][axis], u[1][axis], u[2][axis]}, du, on_u))
      return coplanar(plane_v.normal, v, u);
    return overlap(on_v, on_u);
  }

 private:
  static Number zero() { return Number(0); }

  // The distances of three corners from a plane, times the length of its normal.
  struct Distances {
    std::array<Number, 3> d;
    Number d01, d02;  // products; only their signs are used

    Distances(Number d0, Number d1, Number d2) : d{d0, d1, d2}, d01(d0 * d1), d02(d0 * d2) {}
    bool one_side() const { return d01 > zero() && d02 > zero(); }
  };

  struct Plane {
    Vec3<Number> normal;
    Number offset;

    explicit Plane(const CornersOf<Number>& c)
        : normal(cross_of(c[1] - c[0], c[2] - c[0])), offset(-dot_of(normal, c[0])) {}
    Distances distances(const CornersOf<Number>& c) const {
      return {dot_of(normal, c[0]) + offset, dot_of(normal, c[1]) + offset, dot_of(normal, c[2]) + offset};
    }
  };

  static int largest_axis(const Vec3<Number>& v) {
    const Number x = magnitude_of(v.x), y = magnitude_of(v.y), z = magnitude_of(v.z);
    if (y > x) return z > y ? 2 : 1;
    return z > x ? 2 : 0;
  }

  // From base + first / first_below to base + second / second_below; with divisions the quotients themselves.
  struct Interval {
    Number base, first, second, first_below, second_below;
  };

  // The corner that is alone on its side of the other plane; -1 if all three are in it.
  static int lone_corner(const Distances& distances) {
    const std::array<Number, 3>& d = distances.d;
    if (distances.d01 > zero()) return 2;
    if (distances.d02 > zero()) return 1;
    if (d[1] * d[2] > zero() || d[0] != zero()) return 0;
    if (d[1] != zero()) return 1;
    return d[2] != zero() ? 2 : -1;
  }

  static bool cut(const std::array<Number, 3>& p, const Distances& distances, Interval& interval) {
    const int lone = lone_corner(distances);
    if (lone < 0) return false;
    const std::array<Number, 3>& d = distances.d;
    const auto a = static_cast<std::size_t>(lone), b = (a + 1) % 3, c = (a + 2) % 3;
    interval.base = p[a];
    interval.first = (p[b] - p[a]) * d[a];
    interval.second = (p[c] - p[a]) * d[a];
    interval.first_below = d[a] - d[b];
    interval.second_below = d[a] - d[c];
    if constexpr (kDivides) {
      interval.first = p[a] + interval.first / interval.first_below;
      interval.second = p[a] + interval.second / interval.second_below;
    }
    return true;
  }

  static bool overlap(const Interval& v, const Interval& u) {
    if constexpr (kDivides) {
      return ordered_overlap(v.first, v.second, u.first, u.second);
    } else {
      // All values are multiplied by the four denominators.
      const Number below_v = v.first_below * v.second_below, below_u = u.first_below * u.second_below;
      const Number all = below_v * below_u, base_v = v.base * all, base_u = u.base * all;
      return ordered_overlap(
          base_v + v.first * v.second_below * below_u, base_v + v.second * v.first_below * below_u,
          base_u + u.first * u.second_below * below_v, base_u + u.second * u.first_below * below_v);
    }
  }
  static bool ordered_overlap(Number v0, Number v1, Number u0, Number u1) {
    if (v0 > v1) std::swap(v0, v1);
    if (u0 > u1) std::swap(u0, u1);
    return !(v1 < u0 || u1 < v0);
  }

  // ---- both in one plane: seen along the axis that shows them largest

  static bool coplanar(const Vec3<Number>& normal, const CornersOf<Number>& v, const CornersOf<Number>& u) {
    const int away = largest_axis(normal);
    const int x = away == 0 ? 1 : 0, y = away == 2 ? 1 : 2;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (edges_cross(v[i], v[(i + 1) % 3], u[j], u[(j + 1) % 3], x, y)) return true;
      }
    }
    return inside(v[0], u, x, y) || inside(u[0], v, x, y);
  }

  static bool edges_cross(const Vec3<Number>& v0, const Vec3<Number>& v1, const Vec3<Number>& u0,
                          const Vec3<Number>& u1, int x, int y) {
    const Number ax = v1[x] - v0[x], ay = v1[y] - v0[y];
    const Number bx = u0[x] - u1[x], by = u0[y] - u1[y];
    const Number cx = v0[x] - u0[x], cy = v0[y] - u0[y];
    const Number whole = ay * bx - ax * by;
    const Number along_v = by * cx - bx * cy, along_u = ax * cy - ay * cx;
    if (whole > zero()) return along_v >= zero() && along_v <= whole && along_u >= zero() && along_u <= whole;
    if (whole < zero()) return along_v <= zero() && along_v >= whole && along_u <= zero() && along_u >= whole;
    return false;
  }

  // The corner is on the same side of all edges.
  static bool inside(const Vec3<Number>& p, const CornersOf<Number>& c, int x, int y) {
    std::array<Number, 3> sides;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3<Number>&from = c[i], &to = c[(i + 1) % 3];
      sides[i] = (to[x] - from[x]) * (p[y] - from[y]) - (to[y] - from[y]) * (p[x] - from[x]);
    }
    return sides[0] * sides[1] > zero() && sides[0] * sides[2] > zero();
  }
};

}  // namespace collisionchip
