// From a vertex of a hull to the one that is farthest along a direction, by neighbours.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tumbling/convex_hull.h"

namespace collisionchip {

// Memory of climbs, to be used again.
class HillClimb {
 public:
  struct Top {
    std::uint32_t vertex;
    double height;  // along . vertex
  };

  // `slack`: more than a height can be off by rounding. Where neighbours are no lower than that, those behind them
  // are looked at too: rounding may have hidden the way up.
  Top climb(const ConvexHull& hull, const Vec3d& along, double slack, std::uint32_t start);

  std::uint64_t steps() const { return steps_; }  // vertices gone to
  std::uint64_t looks() const { return looks_; }  // dot products

 private:
  bool seen(std::uint32_t vertex);

  std::vector<std::uint32_t> plateau_;
  std::vector<std::uint64_t> mark_;  // by vertex: the round that has seen it
  std::uint64_t round_ = 0;
  std::uint64_t steps_ = 0, looks_ = 0;
};

}  // namespace collisionchip
