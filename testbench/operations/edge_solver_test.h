// Document 003's test: where an edge meets a triangle is the solution of three linear equations, by the inverse of
// their matrix; five of the six edges. Term by term as the kernel RetaCruzaTriangulo has it, fused where it is fused:
// parallel edges, and with them triangles in one plane, count as apart. Both triangles in one frame.
#pragma once

#include <array>

#include "collisionchip/testbench/operations/counted_float.h"
#include "collisionchip/testbench/operations/our_test.h"

namespace collisionchip {

// Does the edge from `a` to `b` meet the triangle?
template <typename Number>
bool edge_meets_by_solving(const Vec3<Number>& a, const Vec3<Number>& b, const CornersOf<Number>& triangle) {
  const auto fma = [](Number x, Number y, Number z) { return multiply_add(x, y, z); };
  const Vec3<Number> ab = b - a, cd = triangle[1] - triangle[0], ce = triangle[2] - triangle[0];
  const Number determinant =
      fma(cd.x, fma(ce.y, ab.z, -(ab.y * ce.z)),
          fma(cd.y, fma(ab.x, ce.z, -(ce.x * ab.z)), cd.z * fma(ce.x, ab.y, -(ab.x * ce.y))));
  if (!(determinant != Number(0))) return false;
  const Number scale = Number(-1) / determinant;
  const std::array<Number, 9> m = {
      fma(-ce.y, ab.z, ce.z * ab.y),   fma(cd.y, ab.z, -(cd.z * ab.y)), fma(cd.y, ce.z, -(cd.z * ce.y)),
      fma(-ce.z, ab.x, ab.z * ce.x),   fma(cd.z, ab.x, -(ab.z * cd.x)), fma(cd.z, ce.x, -(ce.z * cd.x)),
      fma(ce.y, ab.x, -(ce.x * ab.y)), fma(-cd.y, ab.x, cd.x * ab.y),   fma(-cd.y, ce.x, cd.x * ce.y)};
  const Vec3<Number> ca = a - triangle[0];
  const auto solution = [&](std::size_t row) {
    return fma(m[row], ca.x, fma(m[row + 3], ca.y, m[row + 6] * ca.z)) * scale;
  };
  const Number alpha = solution(0), beta = solution(1), delta = solution(2), zero(0), one(1);
  return zero <= delta && delta <= one && alpha >= zero && beta >= zero && alpha + beta <= one;
}

template <typename Number>
bool edges_meet_by_solving(const CornersOf<Number>& a, const CornersOf<Number>& b) {
  return edge_meets_by_solving(a[0], a[1], b) || edge_meets_by_solving(a[0], a[2], b) ||
         edge_meets_by_solving(a[1], a[2], b) || edge_meets_by_solving(b[0], b[1], a) ||
         edge_meets_by_solving(b[0], b[2], a);
}

}  // namespace collisionchip
