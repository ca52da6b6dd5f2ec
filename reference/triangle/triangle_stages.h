// The Triangle Unit's two kinds of stages for any kind of number: float32 as the chip has it, or one that counts
// its operations (testbench/operations).
#pragma once

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// A DOTADD per coordinate (Eq. 3), six rounded operations. Only a NaN differs: the chip's dotadd() makes it canonical.
template <typename Number>
Vec3<Number> transform_point(const Matrix34& m, const Vec3<Number>& p) {
  Vec3<Number> result;
  for (int i = 0; i < 3; ++i) {
    const auto& row = m[static_cast<std::size_t>(i)];
    const Number left = Number(row[0]) * p.x + Number(row[1]) * p.y;
    const Number right = Number(row[2]) * p.z + Number(row[3]);
    result[i] = left + right;
  }
  return result;
}

// Eq. 4: does the edge between two points of the unit frame meet the unit triangle? Figure 7: products and right
// side in the first stage, differences in the second, their sum in the third; all comparisons are made.
template <typename Number>
bool edge_meets_unit_triangle(const Vec3<Number>& a, const Vec3<Number>& b) {
  const bool ordered = a.z <= b.z;
  const Vec3<Number>& p = ordered ? a : b;
  const Vec3<Number>& q = ordered ? b : a;
  const Number left_x = p.x * q.z, right_x = q.x * p.z;
  const Number left_y = p.y * q.z, right_y = q.y * p.z;
  const Number limit = q.z - p.z;
  const Number difference_x = left_x - right_x;
  const Number difference_y = left_y - right_y;
  const Number sum = difference_x + difference_y;
  const bool p_below = p.z <= Number(0), q_above = Number(0) <= q.z, rising = p.z < q.z;
  const bool inside_x = left_x >= right_x, inside_y = left_y >= right_y, inside = sum <= limit;
  return p_below && q_above && rising && inside_x && inside_y && inside;
}

}  // namespace collisionchip
