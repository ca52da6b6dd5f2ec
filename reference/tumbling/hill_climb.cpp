#include "collisionchip/reference/tumbling/hill_climb.h"

#include "collisionchip/reference/tumbling/tumbled_directions.h"

namespace collisionchip {

bool HillClimb::seen(std::uint32_t vertex) {
  const bool before = mark_[vertex] == round_;
  mark_[vertex] = round_;
  return before;
}

HillClimb::Top HillClimb::climb(const ConvexHull& hull, const Vec3d& along, double slack,
                                std::uint32_t start) {
  if (mark_.size() < hull.vertices.size()) mark_.resize(hull.vertices.size(), round_);
  const double valley = 2 * (slack + hull.margin * sum_of_magnitudes(along));
  Top top = {start, dot(along, hull.vertices[start])};
  ++looks_;
  // The plateau: vertices hardly lower than the top, whose neighbours are still to be looked at.
  for (bool higher = true; higher;) {
    higher = false;
    ++round_;
    plateau_.assign(1, top.vertex);
    mark_[top.vertex] = round_;
    while (!plateau_.empty() && !higher) {
      const std::uint32_t vertex = plateau_.back();
      plateau_.pop_back();
      const Top from = top;
      for (std::uint32_t i = hull.first_neighbour[vertex]; i < hull.first_neighbour[vertex + 1]; ++i) {
        const std::uint32_t next = hull.neighbours[i];
        if (seen(next)) continue;
        const double height = dot(along, hull.vertices[next]);
        ++looks_;
        if (height > top.height) top = {next, height};
        if (height >= from.height - valley) plateau_.push_back(next);
      }
      higher = top.vertex != from.vertex;
    }
    steps_ += higher ? 1 : 0;
  }
  return top;
}

}  // namespace collisionchip
