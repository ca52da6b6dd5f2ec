// Every triangle of A against every triangle of B by the case study's five edges (docs/opencl.md), on one core: the same
// results as its kernels, bit by bit.
#pragma once

#include <array>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/traverse/query_result.h"

namespace collisionchip {

using TriangleCorners = std::array<Vec3f, 3>;

// The pairs that pass the test, by triangles of A, then of B; `first`: no more than the first of them. Both in one frame.
std::vector<TrianglePair> five_edge_pairs(const std::vector<TriangleCorners>& a,
                                          const std::vector<TriangleCorners>& b, bool first);

}  // namespace collisionchip
