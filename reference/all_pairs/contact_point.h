// The point of contact of two triangles, by the solver of docs/opencl.md in float32: on the first of their six edges that the
// solver finds in the other triangle. Coplanar triangles have no such point. A touch that the solver's rounding misses has
// none either.
#pragma once

#include <optional>

#include "collisionchip/reference/all_pairs/five_edges.h"

namespace collisionchip {

struct ContactPoint {
  int edge = 0;  // 0 to 2 of A: its corners 0 1, 0 2, 1 2; 3 to 5 of B
  float delta = 0;
  Vec3f point;  // start + delta (end - start)
};

// Both in one frame.
std::optional<ContactPoint> contact_point(const TriangleCorners& a, const TriangleCorners& b);

}  // namespace collisionchip
