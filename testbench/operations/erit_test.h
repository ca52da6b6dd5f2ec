// ERIT's test of two triangles (Held 1997, "ERIT - a collection of efficient and reliable intersection tests"), in the three steps of the
// CUDA slides (docs/opencl.md):
// 1. PQR against the plane of ABC.
// 2. The segment in which PQR meets that plane.
// 3. The segment against ABC. The slides name PQR here, but mean ABC.
//
// Both triangles are in one frame. Triangles that touch meet. The slides do not treat triangles in one plane; for these the test compares
// edges with edges, and corners with triangles.
#pragma once

#include <array>

#include "collisionchip/testbench/operations/moeller_test.h"

namespace collisionchip {

template <typename Number>
class EritTest {
 public:
  static bool intersect(const CornersOf<Number>& abc, const CornersOf<Number>& pqr) {
    const Vec3<Number> normal = cross_of(abc[1] - abc[0], abc[2] - abc[0]);
    std::array<Number, 3> height;
    bool any_below = false, any_above = false, any_off = false;
    for (std::size_t i = 0; i < 3; ++i) {
      height[i] = dot_of(normal, pqr[i] - abc[0]);
      any_below = height[i] <= zero() || any_below;
      any_above = height[i] >= zero() || any_above;
      any_off = height[i] != zero() || any_off;
    }
    if (!any_below || !any_above) return false;
    if (!any_off) return meet_in_plane(normal, abc, pqr);
    return segment_meets(normal, abc, segment_of(pqr, height));
  }

 private:
  struct Segment {
    Vec3<Number> from, to;
  };

  static Number zero() { return Number(0); }

  // The segment in which PQR meets the plane, between corners in the plane and points of edges that cross it.
  static Segment segment_of(const CornersOf<Number>& pqr, const std::array<Number, 3>& height) {
    Segment segment{};
    int found = 0;
    const auto add = [&](const Vec3<Number>& point) {
      if (found++ == 0) segment.from = point;
      segment.to = point;
    };
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      if (!(height[i] != zero())) {
        add(pqr[i]);
      } else if ((height[i] < zero() && height[j] > zero()) || (height[i] > zero() && height[j] < zero())) {
        const Number along = height[i] / (height[i] - height[j]);
        const Vec3<Number> edge = pqr[j] - pqr[i];
        add({pqr[i].x + along * edge.x, pqr[i].y + along * edge.y, pqr[i].z + along * edge.z});
      }
    }
    return segment;
  }

  // Clips the segment at the three edges of ABC. True if a part is left.
  static bool segment_meets(const Vec3<Number>& normal, const CornersOf<Number>& abc,
                            const Segment& segment) {
    Number first(0), last(1);
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3<Number> inwards = cross_of(normal, abc[(i + 1) % 3] - abc[i]);
      const Number from = dot_of(inwards, segment.from - abc[i]), to = dot_of(inwards, segment.to - abc[i]);
      if (from < zero()) {
        if (to < zero()) return false;
        const Number entry = from / (from - to);
        if (entry > first) first = entry;
      } else if (to < zero()) {
        const Number exit = from / (from - to);
        if (exit < last) last = exit;
      }
    }
    return first <= last;
  }

  // ---- both in one plane: seen along the axis along which the normal is longest

  static bool meet_in_plane(const Vec3<Number>& normal, const CornersOf<Number>& abc,
                            const CornersOf<Number>& pqr) {
    const Number nx = magnitude_of(normal.x), ny = magnitude_of(normal.y), nz = magnitude_of(normal.z);
    const int away = ny > nx ? (nz > ny ? 2 : 1) : (nz > nx ? 2 : 0);
    const int x = away == 0 ? 1 : 0, y = away == 2 ? 1 : 2;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (edges_meet(abc[i], abc[(i + 1) % 3], pqr[j], pqr[(j + 1) % 3], x, y)) return true;
      }
    }
    return holds(abc, pqr[0], x, y) || holds(pqr, abc[0], x, y);
  }

  static Number side(const Vec3<Number>& from, const Vec3<Number>& to, const Vec3<Number>& p, int x, int y) {
    return (to[x] - from[x]) * (p[y] - from[y]) - (to[y] - from[y]) * (p[x] - from[x]);
  }
  static bool parted(Number a, Number b) { return (a > zero() && b > zero()) || (a < zero() && b < zero()); }
  static bool edges_meet(const Vec3<Number>& a, const Vec3<Number>& b, const Vec3<Number>& c,
                         const Vec3<Number>& d, int x, int y) {
    if (parted(side(a, b, c, x, y), side(a, b, d, x, y)) || parted(side(c, d, a, x, y), side(c, d, b, x, y)))
      return false;
    for (const int axis : {x, y}) {  // on one line
      if ((a[axis] < c[axis] && a[axis] < d[axis] && b[axis] < c[axis] && b[axis] < d[axis]) ||
          (a[axis] > c[axis] && a[axis] > d[axis] && b[axis] > c[axis] && b[axis] > d[axis]))
        return false;
    }
    return true;
  }
  static bool holds(const CornersOf<Number>& triangle, const Vec3<Number>& p, int x, int y) {
    bool any_left = false, any_right = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const Number here = side(triangle[i], triangle[(i + 1) % 3], p, x, y);
      any_left = here > zero() || any_left;
      any_right = here < zero() || any_right;
    }
    return !(any_left && any_right);
  }
};

}  // namespace collisionchip
