// The whole numbers that the group machine calculates with, and how they belong to an object
// (docs/group_machine.md).
//
// Slab i of an object is cut into steps of 2^step_exponent[i]; a coordinate is a number of steps from the
// origin of that direction, 18 bits without sign, and the object's own slabs fit. Corners are finer: three
// numbers of units of 2^unit_exponent from the object's centre, 24 bits with sign for the object's own.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

constexpr int kMostDirections = kMaxK / 2;
constexpr int kCoordinateBits = 18;
constexpr std::int32_t kLastCoordinate = (1 << kCoordinateBits) - 1;
constexpr int kUnitsBelowStep = 6;  // of the widest axis: 2^6 units are a step

inline std::int32_t clamp_coordinate(std::int64_t value) {
  return static_cast<std::int32_t>(value < 0 ? 0 : value > kLastCoordinate ? kLastCoordinate : value);
}

// The object's own coordinates are between these, so that a partner beyond, which is 0 or the last one, does
// not touch them.
constexpr std::int32_t kFirstOwnCoordinate = 4, kLastOwnCoordinate = kLastCoordinate - 1;

// k coordinates: minima in [0, k/2), maxima in [k/2, k), each in 0 .. kLastCoordinate.
struct GroupVolume {
  std::array<std::int32_t, kMaxK> d{};
};

// Eq. 2 for two volumes on the same grid.
inline bool overlap(int half, const GroupVolume& x, const GroupVolume& y) {
  bool apart = false;
  for (int i = 0; i < half; ++i) apart |= x.d[i] > y.d[i + half] || y.d[i] > x.d[i + half];
  return !apart;
}

// A point, in units from the centre of an object's grid.
using GridPoint = std::array<std::int64_t, 3>;

struct GroupGrid {
  int k = 24;
  std::array<int, kMostDirections> step_exponent{};
  std::array<std::int64_t, kMostDirections> origin{};  // of coordinate 0: so many steps from zero
  int unit_exponent = 0;
  GridPoint centre{};  // so many units from zero
  // Set-up alone: no point of the object is further from the centre along each axis; in units, rounded up.
  Vec3d reach;

  // A step is 2^finer(i) units: 4 to 256 of them.
  int finer(int i) const { return step_exponent[i] - unit_exponent; }
};

// For an object whose DOPs `root` encloses; k must have axes. Coefficients beyond float32 count as 2^130,
// which no finite corner reaches.
GroupGrid make_group_grid(int k, const DopNode& root);

// Each coefficient rounded outwards. `node` lies within the root that made the grid.
GroupVolume grid_volume(const GroupGrid& grid, const DopNode& node);

// The nearest grid point: off by half a unit along each axis, at most. What is farther away than kFarUnits, as in the grid of a
// record that is not known, counts as that far.
constexpr std::int64_t kFarUnits = std::int64_t{1} << 40;
GridPoint grid_point(const GroupGrid& grid, const Vec3f& point);

// What a coordinate of direction i means along that direction, in units from the centre: value * 2^finer(i) +
// this.
std::int64_t offset_from_centre(const GroupGrid& grid, int i);

}  // namespace collisionchip
