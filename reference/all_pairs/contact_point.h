// "It is possible to know EXACTLY the point where the collision takes place" (document 003): where its solver finds the
// first of the six edges in the other triangle, in the document's order and its float32. Touches that its rounding
// misses and triangles in one plane have no such point.
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
