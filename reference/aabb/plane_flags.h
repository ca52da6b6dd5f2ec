// Which child of a box has which of its six planes: one bit each. Where exactly three of them are set, each
// child has three planes of its own left to store.
#pragma once

#include <cstdint>

#include "collisionchip/reference/aabb/aabb.h"

namespace collisionchip {

// unlimited: all 64 ways to give planes to the left child. any: each of the 20 ways to give three planes to
// the left child. per_axis: the 8 that give it one of each axis.
enum class PlaneChoice { unlimited, any, per_axis };

struct PlaneFlags {
  std::uint8_t flags;  // bit p: plane p of the parent is the left child's; else it is the right one's
  Aabb left, right;    // grown to the planes that they share with the parent
};

// The flags whose boxes have the least surface in sum; of several, the smallest number. `parent` encloses
// both. `leaves`: bit 0 or 1, the left or right child is a leaf, whose box, if any, is stored as a whole: it
// stays as it is and costs nothing.
PlaneFlags choose_planes(const Aabb& parent, const Aabb& left, const Aabb& right, std::uint32_t leaves,
                         PlaneChoice choice);

}  // namespace collisionchip
