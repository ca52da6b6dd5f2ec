// The convex hull of some points, as vertices and their neighbours, with a bound on what it may have lost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

struct ConvexHull {
  std::vector<Vec3d> vertices;  // some of the points
  std::vector<std::uint32_t> first_neighbour,
      neighbours;  // of vertex v: from first_neighbour[v] to that of v + 1
  // Along b no point reaches farther than the vertices by more than margin * (|b.x| + |b.y| + |b.z|), and no vertex is
  // cut off from a higher one by a valley deeper than twice that.
  double margin = 0;
};

// By qhull, and checked: none for points in or near a plane, whose margin would be larger than 2^-39 of their largest coordinate.
std::optional<ConvexHull> convex_hull(const std::vector<Vec3d>& points);

}  // namespace collisionchip
