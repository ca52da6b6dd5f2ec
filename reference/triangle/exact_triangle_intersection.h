// Do two triangles intersect? The exact answer, for every finite input.
//
// The truth (docs/exactness.md): corners and pose are the float32 numbers they are, B's
// corners are moved by x_A = R x_B + t without any rounding, triangles are closed sets.
// Touching counts, coplanar triangles that share a point count, and a triangle without
// area is the segment or point it degenerates to. The paper leaves these cases open (§3.3,
// §4.3); the chip's fp32 test (triangle_intersection.h) is right only away from contact.
#pragma once

#include <array>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

// All numbers finite, from subnormal to the largest float32; any units. The order of corners does not matter.
// The pose may be any 3x4 matrix. Expects rounding to nearest, the default of every process.
bool triangles_intersect_exactly(const std::array<Vec3f, 3>& a, const std::array<Vec3f, 3>& b,
                                 const Pose& pose);

}  // namespace collisionchip
