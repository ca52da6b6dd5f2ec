// Ray against triangle by barycentric coordinates, as Jeff Arenberg's note has it (the paper's reference [1],
// 1988): the inverse of the matrix of two edges and the normal is stored with the triangle, a division finds
// the point in its plane, two rows of the matrix its barycentric coordinates. Here for the edges of another
// triangle, whose heights the neighbours share. The stored matrix is that of our own test.
#pragma once

#include "collisionchip/testbench/operations/our_test.h"

namespace collisionchip {

template <typename Number>
bool edges_meet_by_barycentrics(const Matrix34& to_unit, const CornersOf<Number>& corners) {
  const auto coordinate = [&](std::size_t axis, const Vec3<Number>& p) {
    const auto& row = to_unit[axis];
    return Number(row[0]) * p.x + Number(row[1]) * p.y + Number(row[2]) * p.z + Number(row[3]);
  };
  const Number zero(0);
  std::array<Number, 3> height;
  std::array<bool, 3> above{};
  for (std::size_t i = 0; i < 3; ++i) {
    height[i] = coordinate(2, corners[i]);
    above[i] = height[i] >= zero;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (above[i] == above[j]) continue;
    const Number along = height[i] / (height[i] - height[j]);
    const Vec3<Number>&from = corners[i], &to = corners[j];
    const Vec3<Number> point = {from.x + along * (to.x - from.x), from.y + along * (to.y - from.y),
                                from.z + along * (to.z - from.z)};
    const Number u = coordinate(0, point);
    if (u < zero) continue;
    const Number v = coordinate(1, point);
    if (v >= zero && u + v <= Number(1)) return true;
  }
  return false;
}

}  // namespace collisionchip
