// The triangle test of §3.3 and §4.3 in the hardware's order of operations.
//
// Each triangle is mapped by the other one's matrix into the frame where that other is
// the unit triangle (0,0,0) (1,0,0) (0,1,0); its three edges are then tested against
// the unit triangle with Eq. 4, read as in docs/paper_index.md: endpoints ordered so that
// Pz <= Qz, the edge must straddle z = 0, then the printed inequalities.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"
#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

// Row i: x'_i = m[i][0] x + m[i][1] y + m[i][2] z + m[i][3].
using Matrix34 = std::array<std::array<float, 4>, 3>;

// What the chip stores per triangle (21 floats and the number).
struct TriangleRecord {
  std::array<Vec3f, 3> corners;
  Matrix34 to_unit{};  // all zero when the triangle has no area, or too little for float32
  // Per row, three quarters of the sum of |row_j origin_j| around the corner that becomes the origin, rounded
  // up: the filter needs it in addition to the row. Infinite if the matrix is zero or not accurate: then every
  // answer is uncertain.
  std::array<float, 3> bound{};
  std::uint32_t triangle = 0;
};

// Zero-area triangles get a zero matrix: no edge ever hits them, so such a triangle can only be reported
// through its own edges, as the segment it is.
TriangleRecord make_triangle_record(const std::array<Vec3f, 3>& corners, std::uint32_t triangle);

// M and N = M^-1 of §4.3, loaded once per query.
struct FrameMatrices {
  Matrix34 to_aligned;  // tumbled frame to aligned frame
  Matrix34 to_tumbled;
  std::array<float, 3> to_aligned_bound{}, to_tumbled_bound{};  // the whole sum of each row
};
FrameMatrices make_frame_matrices(const Pose& pose, TumbledSide tumbled);

// One DOTADD per coordinate.
Vec3f transform(const Matrix34& m, const Vec3f& p);

// Intersection Test Unit: does the edge between two points of the unit frame meet the unit triangle?
bool edge_hits_unit_triangle(const Vec3f& a, const Vec3f& b);

// True if an edge of either triangle hits the other one.
// fp32: exact only away from contact (docs/triangle_unit.md).
bool triangles_intersect(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                         const FrameMatrices& frames);

// With the running error bound (triangle_filter.h): certain, or not. Never wrong.
enum class Verdict : std::uint8_t { miss, hit, uncertain };
Verdict triangle_verdict(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                         const FrameMatrices& frames);

}  // namespace collisionchip
