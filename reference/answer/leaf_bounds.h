// What a query knows of all its tumbled leaves: the map in float32, and how far what is calculated with it may be off.
#pragma once

#include <array>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

struct LeafBounds {
  std::array<Float4, 3> columns;  // of the matrix, the fourth lane zero
  Float4 offset;
  // The directions side by side, four to a block: their first coordinates, their second and their third.
  std::array<std::array<Float4, 4>, 3> normals;
  // How far a corner's value along a direction may be off, in the same order of directions.
  std::array<Float4, 4> slack;
  // How far a corner's value along a normal may be off: these numbers times the magnitudes of the normal's coordinates, added up.
  Float4 slab_slack;
  bool usable;  // false for directions without axes, and for numbers that might overflow

  // `map` takes the tumbled tree below its root to the aligned one.
  LeafBounds(int k, const RigidMap& map, const DopNode& tumbled, const DopNode& aligned);
};

}  // namespace collisionchip
