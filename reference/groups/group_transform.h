// A tumbled volume in the aligned object's frame and grid: the three-coefficient rule of dop_transform.h in
// whole numbers. Outward, whatever is rounded; derivation: docs/group_machine.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/groups/group_grid.h"

namespace collisionchip {

// result = clamp((c0 d[j0] + c1 d[j1] + c2 d[j2] + offset) >> shift), the shift rounding down.
struct GroupTransformRow {
  std::array<std::int32_t, 3> c{};  // 18 bits with sign
  std::array<std::uint8_t, 3> j{};  // which coordinates of the tumbled volume
  std::uint8_t destination = 0;     // which coordinate of the result
  std::int8_t shift = 0;            // 0 .. 20
  std::int64_t offset = 0;          // 41 bits with sign: bias and, of maxima, 2^shift - 1 included
};
constexpr int kMostRowShift = 20;
constexpr std::int64_t kMostRowOffset = std::int64_t{1} << 39;

struct GroupTransform {
  int k = 24;
  std::array<GroupTransformRow, kMaxK> rows;  // row of direction i: maximum 2 i, minimum 2 i + 1

  static std::int32_t apply_row(const GroupTransformRow& row, const GroupVolume& tumbled) {
    const std::int64_t sum = std::int64_t{row.c[0]} * tumbled.d[row.j[0]] +
                             std::int64_t{row.c[1]} * tumbled.d[row.j[1]] +
                             std::int64_t{row.c[2]} * tumbled.d[row.j[2]] + row.offset;
    return clamp_coordinate(sum >> row.shift);
  }
  GroupVolume apply(const GroupVolume& tumbled) const {
    GroupVolume result;
    for (int i = 0; i < k; ++i) result.d[rows[i].destination] = apply_row(rows[i], tumbled);
    return result;
  }
};

// bias 1: the bound that is proven. Other factors (tests alone) show what smaller ones lose.
GroupTransform make_group_transform(const RigidMap& map, const GroupGrid& tumbled, const GroupGrid& aligned,
                                    double bias = 1);

}  // namespace collisionchip
