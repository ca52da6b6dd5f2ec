// The small Triangle Unit: signs of 15 determinants of 16-bit numbers, each certain or not, and what follows
// from them. Never wrong; derivation: docs/group_machine.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/groups/corner_transform.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

constexpr int kDeterminantBits = 16;  // of a coordinate, with sign

using SmallVector = std::array<std::int64_t, 3>;

// Coordinates relative to the aligned triangle's first corner, shifted right, rounded, until each has its
// bits. Bounds on differences of two coordinates, in eighths: of two tumbled corners, of a tumbled and an
// aligned one, of two aligned ones.
struct SmallTrianglePair {
  std::array<SmallVector, 3> tumbled{}, aligned{};
  std::int64_t tumbled_error = 0, mixed_error = 0, aligned_error = 0;
  int shift = 0;
};
SmallTrianglePair small_pair(const MovedTriangle& tumbled, const PlacedTriangle& aligned,
                             std::int64_t corner_error, int bits = kDeterminantBits);

// The sign of the determinant of three vectors whose entries are off by so many eighths; 0: not certain.
int certain_sign(const std::array<SmallVector, 3>& vectors, const std::array<std::int64_t, 3>& errors);

Verdict small_triangle_verdict(const SmallTrianglePair& pair);
// `uncertain` when the tumbled triangle is not bounded. corner_error: of the moved corners, in units.
Verdict small_triangle_verdict(const MovedTriangle& tumbled, const PlacedTriangle& aligned,
                               std::int64_t corner_error);

}  // namespace collisionchip
