// The case study's test (docs/opencl.md): the point where an edge meets a triangle solves three linear equations, by the
// inverse of their matrix; for five of the six edges. Each term is that of the kernel RetaCruzaTriangulo, fused where that
// fuses. Parallel edges, and so triangles in one plane, count as apart. Both triangles are in one frame. Number: a float32
// with multiply_add(x, y, z), x y + z rounded once.
#pragma once

#include <array>
#include <cmath>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

inline float multiply_add(float x, float y, float z) {
  return std::fma(x, y, z);
}

// The edge's point at delta from its start is the triangle's at alpha and beta along its sides from the first corner.
template <typename Number>
struct EdgeSolution {
  Number alpha{}, beta{}, delta{}, determinant{};
  bool parallel = true;  // the determinant is 0, and the rest was not computed
};

template <typename Number>
EdgeSolution<Number> solve_edge(const Vec3<Number>& a, const Vec3<Number>& b,
                                const std::array<Vec3<Number>, 3>& triangle) {
  const auto fma = [](Number x, Number y, Number z) { return multiply_add(x, y, z); };
  const Vec3<Number> ab = b - a, cd = triangle[1] - triangle[0], ce = triangle[2] - triangle[0];
  EdgeSolution<Number> solution;
  solution.determinant =
      fma(cd.x, fma(ce.y, ab.z, -(ab.y * ce.z)),
          fma(cd.y, fma(ab.x, ce.z, -(ce.x * ab.z)), cd.z * fma(ce.x, ab.y, -(ab.x * ce.y))));
  if (!(solution.determinant != Number(0))) return solution;
  const Number scale = Number(-1) / solution.determinant;
  const std::array<Number, 9> m = {
      fma(-ce.y, ab.z, ce.z * ab.y),   fma(cd.y, ab.z, -(cd.z * ab.y)), fma(cd.y, ce.z, -(cd.z * ce.y)),
      fma(-ce.z, ab.x, ab.z * ce.x),   fma(cd.z, ab.x, -(ab.z * cd.x)), fma(cd.z, ce.x, -(ce.z * cd.x)),
      fma(ce.y, ab.x, -(ce.x * ab.y)), fma(-cd.y, ab.x, cd.x * ab.y),   fma(-cd.y, ce.x, cd.x * ce.y)};
  const Vec3<Number> ca = a - triangle[0];
  const auto row = [&](std::size_t i) {
    return fma(m[i], ca.x, fma(m[i + 3], ca.y, m[i + 6] * ca.z)) * scale;
  };
  solution.alpha = row(0);
  solution.beta = row(1);
  solution.delta = row(2);
  solution.parallel = false;
  return solution;
}

// Does the edge from `a` to `b` meet the triangle?
template <typename Number>
bool edge_meets_by_solving(const Vec3<Number>& a, const Vec3<Number>& b,
                           const std::array<Vec3<Number>, 3>& triangle) {
  const EdgeSolution<Number> s = solve_edge(a, b, triangle);
  const Number zero(0), one(1);
  return !s.parallel && zero <= s.delta && s.delta <= one && s.alpha >= zero && s.beta >= zero &&
         s.alpha + s.beta <= one;
}

template <typename Number>
bool edges_meet_by_solving(const std::array<Vec3<Number>, 3>& a, const std::array<Vec3<Number>, 3>& b) {
  return edge_meets_by_solving(a[0], a[1], b) || edge_meets_by_solving(a[0], a[2], b) ||
         edge_meets_by_solving(a[1], a[2], b) || edge_meets_by_solving(b[0], b[1], a) ||
         edge_meets_by_solving(b[0], b[2], a);
}

}  // namespace collisionchip
