// Which of many objects may touch: sweep and prune over their root volumes, placed in one world. Never loses a pair: all
// that is rounded, is rounded outward, and what a query's relative pose (geometry/relative_pose.h) may be off the world's
// two is added to every volume.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/geometry/double_pose.h"

namespace collisionchip {

struct PlacedRoot {
  const DopNode* root;  // encloses the object in its own frame
  DoublePose pose;      // x_world = R x + t
};

// A k-DOP of the world around an object: the interval along each of its k/2 directions.
struct WorldVolume {
  std::array<float, kMaxK / 2> low, high;
};

// Two volumes touch where a closed interval meets a closed one in every direction.
bool overlap(int k, const WorldVolume& a, const WorldVolume& b);

// How far, in each world coordinate, a point of B in A's frame by relative_pose() may be off where both poses place it; the
// largest over all pairs of objects. Infinite where a matrix is as good as singular.
double pose_margin(int k, const std::vector<PlacedRoot>& objects);

// The roots by the transform that tumbles DOPs (dop/dop_transform.h), wider by the margin. All are of the same k.
std::vector<WorldVolume> world_volumes(int k, const std::vector<PlacedRoot>& objects);

struct ObjectPair {
  std::uint32_t a, b;  // a < b

  friend bool operator==(const ObjectPair& x, const ObjectPair& y) { return x.a == y.a && x.b == y.b; }
  friend bool operator<(const ObjectPair& x, const ObjectPair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

// The pairs whose volumes overlap, sorted: what testing all against all would find, with a sweep along the direction that
// parts most of them.
std::vector<ObjectPair> sweep_and_prune(int k, const std::vector<WorldVolume>& volumes);

}  // namespace collisionchip
