// Axis-aligned boxes of float32 planes.
#pragma once

#include <algorithm>
#include <array>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

// xmin xmax ymin ymax zmin zmax, the order in which all formats and flags have them.
struct Aabb {
  std::array<float, 6> plane;

  float low(int axis) const { return plane[2 * static_cast<std::size_t>(axis)]; }
  float high(int axis) const { return plane[2 * static_cast<std::size_t>(axis) + 1]; }
  // Half of the surface; no overflow.
  double half_surface() const {
    const double x = side(0), y = side(1), z = side(2);
    return (x * y + y * z) + z * x;
  }
  double side(int axis) const { return double{high(axis)} - double{low(axis)}; }

  friend bool operator==(const Aabb& a, const Aabb& b) { return a.plane == b.plane; }
};

inline Aabb enclosing(const Aabb& a, const Aabb& b) {
  Aabb both;
  for (std::size_t p = 0; p < 6; p += 2) {
    both.plane[p] = std::min(a.plane[p], b.plane[p]);
    both.plane[p + 1] = std::max(a.plane[p + 1], b.plane[p + 1]);
  }
  return both;
}

inline Aabb box_of(const std::array<Vec3f, 3>& corners) {
  const auto point = [](const Vec3f& p) { return Aabb{{p.x, p.x, p.y, p.y, p.z, p.z}}; };
  return enclosing(enclosing(point(corners[0]), point(corners[1])), point(corners[2]));
}

}  // namespace collisionchip
