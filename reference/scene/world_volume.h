// An object's root, a k-DOP, placed in the world: in a box along the axes, which is quick to make, and in a k-DOP of the world.
#pragma once

#include <array>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/cone_table.h"
#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/geometry/double_pose.h"

namespace collisionchip {

// The numbers of a root that all its places need.
struct RootReach {
  RootReach(const DopDirections& directions, const DopNode& root);

  std::array<double, kMaxK> along{};  // the most of each directed normal
  Vec3d centre, half;                 // of a box that holds the root
  double coordinate = 0;              // the largest |coordinate| of a point
  double normal = 0;                  // the largest |number| in `along`
};

constexpr std::size_t kBoxBounds = 3, kMostBounds = kBoxBounds + kMaxK / 2;  // 16

// Intervals along the three axes, of a box, then along the k/2 normals: they hold the products with every point R x + t, x in the
// root, in exact arithmetic. Bounds that are not there are 0; a NaN is no bound.
struct alignas(16) WorldVolume {
  std::array<float, kMostBounds> low{}, high{};

  // The first three. They are numbers or infinite, and low <= high.
  void place_box(const RootReach& root, const DoublePose& pose);
  void place_normals(const ConeTable& cones, const RootReach& root, const DoublePose& pose);
};

// How far an interval may be off if each coordinate of a point may be off by 1: by 1, 2 or 3, and a little more than that.
using BoundWeights = std::array<Float4, kMostBounds / 4>;
BoundWeights bound_weights(const DopDirections& directions);

// Closed intervals, each off by the margin. A rounded difference is larger than a number only if the exact one is, and one that
// is no number is not.
inline bool overlap(const WorldVolume& a, const WorldVolume& b, const BoundWeights& weights, float margin) {
  Mask4 apart{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Float4 allowed = weights[i] * margin;
    apart |= load4(&a.low[4 * i]) - load4(&b.high[4 * i]) > allowed;
    apart |= load4(&b.low[4 * i]) - load4(&a.high[4 * i]) > allowed;
  }
  return !any(apart);
}

}  // namespace collisionchip
