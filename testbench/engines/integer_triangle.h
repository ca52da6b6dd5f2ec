// Do two triangles meet? In integers of any length, by the edges of their difference: no code, no arithmetic and no
// idea in common with the predicate of reference/triangle and the chip's unit. Slow, and short enough to be read.
#pragma once

#include <array>
#include <vector>

#include <gmpxx.h>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

using IntegerPoint = std::array<mpz_class, 3>;
using IntegerTriangle = std::array<IntegerPoint, 3>;
using Corners = std::array<Vec3f, 3>;

// A and B in A's frame, all coordinates times the same power of two: the float32 numbers of meshes and pose without
// any rounding.
struct IntegerObjects {
  std::vector<IntegerTriangle> a, b;
};
IntegerObjects to_integers(const std::vector<Corners>& a, const std::vector<Corners>& b, const Pose& pose);

// As closed sets; a triangle may be a segment or a point.
bool meet(const IntegerTriangle& p, const IntegerTriangle& q);

}  // namespace collisionchip
