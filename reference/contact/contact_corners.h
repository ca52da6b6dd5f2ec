// Corners of two triangles as whole numbers, for the Contact Unit: B's are moved by the float32 pose, and nothing is rounded.
// All are relative to A's first corner. Each axis has steps of its own: the sign of a determinant does not change when a column
// is scaled. Derivation: docs/group_machine.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "collisionchip/reference/arithmetic/grid_number.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

using TriangleCorners = std::array<Vec3f, 3>;

// [corner][axis], in steps of the axis. The first one of `a` is the origin.
struct ContactCorners {
  std::array<std::array<Int128, 3>, 3> a{}, b{};
};
// All terms of an axis have to fit into so many bits with their sum: products of matrix and corners, translation, corners of A.
constexpr int kContactWindowBits = 128;
// Nothing if those of an axis do not fit, or if a number is not finite.
std::optional<ContactCorners> contact_corners(const TriangleCorners& a, const TriangleCorners& b,
                                              const Pose& pose);

// With sign, so that no axis is cut.
int exact_bits(const ContactCorners& corners);

// The same, each axis cut by a power of two of its own until its numbers have `bits` with sign.
template <typename Coordinate>
struct CutCorners {
  std::array<std::array<Coordinate, 3>, 3> a{}, b{};
  std::array<int, 3> a_off{}, b_off{};   // of a corner: 1 if a coordinate may be off by half a step
  std::array<bool, 3> axis_cut{};        // some coordinate along it is off
  std::array<std::uint32_t, 3> limbs{};  // of 24 bits that an axis' numbers have; 0: all are zero
  bool exact() const { return !axis_cut[0] && !axis_cut[1] && !axis_cut[2]; }
};
constexpr int kLimbBits = 24;
template <typename Coordinate>
CutCorners<Coordinate> cut_corners(const ContactCorners& corners, int bits);

}  // namespace collisionchip
