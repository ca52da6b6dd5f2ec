// A query's registers in whole numbers: what a Pose Unit makes of a pose and the records of two objects, with
// multipliers of 32 x 32 bits. Outward, whatever is rounded; derivation: docs/group_machine.md.
//
// Not the numbers that make_group_registers finds in double: another rounding, the same bounds.
#pragma once

#include <cstdint>

#include "collisionchip/reference/groups/corner_transform.h"
#include "collisionchip/reference/groups/group_transform.h"
#include "collisionchip/reference/groups/integer_map.h"
#include "collisionchip/reference/groups/object_record.h"

namespace collisionchip {

struct PoseRegisters {
  GroupTransform volumes;
  CornerTransform corners;
  std::uint32_t products = 0;  // pose_products(k, side)
};
// The pose places B in A's frame; `tumbled` and `aligned` are the records of the sides that `side` makes of them, of
// the same k. Numbers that are not finite, and what is too large, too small or too nearly singular, leave every
// volume the whole slab and the corners without a bound.
PoseRegisters make_pose_registers(const PoseWords& pose, TumbledSide side, const ObjectRecord& tumbled,
                                  const ObjectRecord& aligned);

// Products of 32 x 32 bits that it takes, whatever the numbers: 102 with k = 24, 168 with A tumbled.
constexpr std::uint32_t kCornerProducts = 9, kDirectionProducts = 6;
constexpr std::uint32_t pose_products(int k, TumbledSide side) {
  return map_products(side) + kPlaceProducts + 1 + kCornerProducts +
         kDirectionProducts * static_cast<std::uint32_t>(k / 2);
}

}  // namespace collisionchip
