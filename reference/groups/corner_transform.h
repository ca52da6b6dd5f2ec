// Corners as grid points: a tumbled triangle moved into the aligned object's grid, an aligned one placed in
// it; and what the three filters before the triangle test make of them. Each loses no pair; derivation:
// docs/group_machine.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/groups/group_grid.h"
#include "collisionchip/reference/groups/leaf_block.h"

namespace collisionchip {

// Registers of a query: y = ((m x + offset) >> shift) for x in units of the tumbled grid, y in units of the
// aligned one.
struct CornerTransform {
  GroupGrid tumbled, aligned;
  std::array<std::array<std::int32_t, 3>, 3> m{};  // 26 bits with sign
  std::array<std::int64_t, 3> offset{};            // half a unit for rounding included
  int shift = 0;                                   // 0 .. 30
  std::int64_t error = 0;                          // of each coordinate of a moved corner, in units, at most
  bool bounded = false;  // false: the pose cannot be expressed; nothing is known of any corner
};
CornerTransform make_corner_transform(const RigidMap& map, const GroupGrid& tumbled,
                                      const GroupGrid& aligned);

// Moved corners beyond so many units are not expressed.
constexpr std::int64_t kMostMovedUnits = std::int64_t{1} << 28;
constexpr std::int64_t kMostCornerError = std::int64_t{1} << 20;

// A slab of a tumbled triangle along its own normal, nearly: c0 a0 + c1 a1 + c2 a2 with three directed
// normals a. Any c make a true slab; that it is thin is what the choice is for.
struct PlaneSlab {
  std::array<std::uint8_t, 3> j{};  // directed normals, numbered as coefficients (dop_directions.h)
  std::array<std::int32_t, 3> c{};  // 0 .. 4095
  std::int64_t low = 0, high = 0;   // in units, from the centre
};

struct MovedTriangle {
  std::uint32_t number = 0;
  bool bounded = false;                // false: no filter parts it, and its tests are undecided
  std::array<GridPoint, 3> corners{};  // off by `error` units, at most
  GroupVolume volume;                  // of the triangle alone, on the aligned grid
  PlaneSlab plane;
};

// A tumbled leaf, prepared once per list.
struct TumbledLeaf {
  int count = 0;
  bool bounded = false;  // all of its triangles are
  std::array<MovedTriangle, kMostBlockTriangles> triangles;
  GroupVolume volume;  // encloses those of its triangles: "the tight DOP"
};
TumbledLeaf move_block(const CornerTransform& transform, const LeafBlock& block);

struct PlacedTriangle {
  std::uint32_t number = 0;
  std::array<GridPoint, 3> corners{};  // off by half a unit, at most
  GroupVolume volume;
};
struct AlignedLeaf {
  int count = 0;
  std::array<PlacedTriangle, kMostBlockTriangles> triangles;
};
AlignedLeaf place_block(const GroupGrid& grid, const LeafBlock& block);

// Whether the slab and the volume share a point, as far as the volume's slabs say.
bool plane_cuts(const GroupGrid& grid, const PlaneSlab& plane, const GroupVolume& volume);

}  // namespace collisionchip
