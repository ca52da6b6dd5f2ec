// The paper's triangle test (§3.3) by its stages, in two programs: as the Triangle Unit does it, which computes
// everything, and as software does it, which stops as soon as it knows.
#pragma once

#include <array>

#include "collisionchip/reference/triangle/triangle_stages.h"

namespace collisionchip {

template <typename Number>
using CornersOf = std::array<Vec3<Number>, 3>;

template <typename Number>
CornersOf<Number> transform_corners(const Matrix34& m, const CornersOf<Number>& c) {
  return {transform_point(m, c[0]), transform_point(m, c[1]), transform_point(m, c[2])};
}

// Everything: three edges against the unit triangle, whatever the first one says.
template <typename Number>
bool all_edges(const CornersOf<Number>& c) {
  bool hit = false;
  for (std::size_t i = 0; i < 3; ++i) hit = edge_meets_unit_triangle(c[i], c[(i + 1) % 3]) || hit;
  return hit;
}

// In the order of edges_hit() (reference/triangle/triangle_lanes.h): heights first, and no more if all corners
// are on one side.
template <typename Number>
bool edges_until_known(const Matrix34& to_unit, const CornersOf<Number>& corners) {
  const auto coordinate = [&](int axis, const Vec3<Number>& p) {
    const auto& row = to_unit[static_cast<std::size_t>(axis)];
    const Number left = Number(row[0]) * p.x + Number(row[1]) * p.y;
    return left + (Number(row[2]) * p.z + Number(row[3]));
  };
  CornersOf<Number> unit;
  bool any_below = false, any_above = false;
  for (std::size_t i = 0; i < 3; ++i) {
    unit[i].z = coordinate(2, corners[i]);
    any_below = unit[i].z <= Number(0) || any_below;
    any_above = unit[i].z >= Number(0) || any_above;
  }
  if (!any_below || !any_above) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    unit[i].x = coordinate(0, corners[i]);
    unit[i].y = coordinate(1, corners[i]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (edge_meets_unit_triangle(unit[i], unit[(i + 1) % 3])) return true;
  }
  return false;
}

}  // namespace collisionchip
