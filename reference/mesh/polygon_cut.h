// Cuts a polygon into triangles. If the fan from the first corner is a triangulation, as with every convex polygon, the
// polygon is fanned. Otherwise ears are cut off. Decisions are exact, so they depend on the corners alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

enum class PolygonCut {
  fan,     // triangles 0,i,i+1
  ears,    // other triangles, in triangles()
  crosses  // neither will do, for its sides cross
};

// Keeps its memory from polygon to polygon.
class PolygonCutter {
 public:
  // At least 3 corners, finite, one after the other around the polygon. They are looked at along the axis of space that is
  // nearest to the polygon's normal, so it need not be flat. Holes may be joined to the outline by a side that is walked
  // there and back; corners may repeat or lie on one line.
  PolygonCut cut(const std::vector<Vec3f>& corners);

  // After `ears`: numbers of corners, as many triangles as the fan has. Each winds as the polygon does or has no area; their
  // areas sum to the polygon's.
  const std::vector<std::array<std::size_t, 3>>& triangles() const { return triangles_; }

 private:
  std::vector<std::array<std::size_t, 3>> triangles_;
};

}  // namespace collisionchip
