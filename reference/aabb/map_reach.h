// How far numbers reach in a query of two boxes' frames, and how far the float32 map is off: what the margins
// of both overlap tests are made of (docs/aabb.md).
#pragma once

#include <array>
#include <cstddef>

#include "collisionchip/reference/aabb/aabb.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

using Triple = std::array<double, 3>;

struct MapReach {
  std::array<std::array<float, 3>, 3> r;  // the map in float32
  std::array<float, 3> t;
  Triple source;  // largest |coordinate| by axis: before the move
  Triple moved;   // after it
  Triple other;   // of the frame it leads to
  Triple error;   // of a point that is moved without any rounding, by axis

  MapReach(const RigidMap& map, const Aabb& source_root, const Aabb& other_root);

  // A bound on all coordinates and their errors; infinite if one of them has none.
  double largest() const;

  // The lanes of `margin`, rounded up. If intermediate results as large as `largest` might overflow, all lanes are infinite,
  // so that no axis parts. The fourth lane has no meaning and never parts.
  static Float4 lanes_of(const Triple& margin, double largest);
};

constexpr double kFloat32Unit = 0x1p-24;   // relative error of one operation
constexpr double kLeastMargin = 0x1p-140;  // more than all products together lose below the normal range

}  // namespace collisionchip
