#include "collisionchip/reference/all_pairs/contact_point.h"

#include "collisionchip/reference/all_pairs/edge_solver.h"

namespace collisionchip {

std::optional<ContactPoint> contact_point(const TriangleCorners& a, const TriangleCorners& b) {
  constexpr std::array<std::array<std::size_t, 2>, 3> kEdges = {{{0, 1}, {0, 2}, {1, 2}}};
  for (int edge = 0; edge < 6; ++edge) {
    const TriangleCorners &lines = edge < 3 ? a : b, &face = edge < 3 ? b : a;
    const auto [start, end] = kEdges[static_cast<std::size_t>(edge % 3)];
    if (!edge_meets_by_solving(lines[start], lines[end], face)) continue;
    const float delta = solve_edge(lines[start], lines[end], face).delta;
    return ContactPoint{edge, delta, lines[start] + delta * (lines[end] - lines[start])};
  }
  return std::nullopt;
}

}  // namespace collisionchip
