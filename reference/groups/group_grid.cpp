#include "collisionchip/reference/groups/group_grid.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

// A sum of three float32 is below 3 * 2^128.
constexpr double kBeyondFloat = 0x1p130;
// Limits for flat slabs: how much finer than the widest slab's their steps may be, and how fine at the precision of float32
// numbers of their size.
constexpr int kFinestBesideWidest = 4, kFinestBesideFloat = 40, kFinestOfAll = -166;

double bounded(float coefficient) {
  return std::clamp(double{coefficient}, -kBeyondFloat, kBeyondFloat);
}

double steps(double value, int exponent) {
  return std::ldexp(value, -exponent);
}

constexpr std::int32_t kMostSteps = kLastOwnCoordinate - kFirstOwnCoordinate;

// The finest steps of which the slab has so many, at most.
int exponent_of(double low, double high) {
  int exponent = std::ilogb(high - low) - kCoordinateBits;
  while (std::ceil(steps(high, exponent)) - std::floor(steps(low, exponent)) > kMostSteps) ++exponent;
  return exponent;
}

void choose_steps(GroupGrid& grid, const DopNode& root) {
  const int half = grid.k / 2;
  double largest = 0;
  for (int i = 0; i < grid.k; ++i) largest = std::max(largest, std::abs(bounded(root.d[i])));
  int finest = kFinestOfAll;
  if (largest > 0) finest = std::max(finest, std::ilogb(largest) - kFinestBesideFloat);
  std::fill(grid.step_exponent.begin(), grid.step_exponent.end(), finest);
  int widest = finest;
  for (int i = 0; i < half; ++i) {
    const double low = bounded(root.d[i]), high = bounded(root.d[i + half]);
    if (!(low < high)) continue;
    grid.step_exponent[i] = std::max(finest, exponent_of(low, high));
    widest = std::max(widest, grid.step_exponent[i]);
  }
  for (int i = 0; i < half; ++i) {
    grid.step_exponent[i] = std::max(grid.step_exponent[i], widest - kFinestBesideWidest);
    // The root ends at the last one: what quanta add to a group that ends there is cut off when it is
    // decoded.
    grid.origin[i] =
        static_cast<std::int64_t>(std::ceil(steps(bounded(root.d[i + half]), grid.step_exponent[i]))) -
        kLastOwnCoordinate;
  }
}

}  // namespace

GroupGrid make_group_grid(int k, const DopNode& root) {
  GroupGrid grid;
  grid.k = k;
  choose_steps(grid, root);
  const int half = k / 2;
  grid.unit_exponent =
      std::max({grid.step_exponent[0], grid.step_exponent[1], grid.step_exponent[2]}) - kUnitsBelowStep;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = steps(bounded(root.d[axis]), grid.unit_exponent),
                 high = steps(bounded(root.d[axis + half]), grid.unit_exponent);
    const double centre = std::floor(0.5 * (low + high));
    grid.centre[axis] = static_cast<std::int64_t>(centre);
    grid.reach[axis] =
        (1 + 0x1p-50) * (high - centre);  // the centre is rounded down: the other side is nearer
  }
  return grid;
}

GroupVolume grid_volume(const GroupGrid& grid, const DopNode& node) {
  const int half = grid.k / 2;
  GroupVolume volume;
  for (int i = 0; i < half; ++i) {
    const double low = std::floor(steps(bounded(node.d[i]), grid.step_exponent[i])),
                 high = std::ceil(steps(bounded(node.d[i + half]), grid.step_exponent[i]));
    volume.d[i] = clamp_coordinate(static_cast<std::int64_t>(low) - grid.origin[i]);
    volume.d[i + half] = clamp_coordinate(static_cast<std::int64_t>(high) - grid.origin[i]);
  }
  return volume;
}

GridPoint grid_point(const GroupGrid& grid, const Vec3f& point) {
  constexpr double kMost = 0x1p61;
  GridPoint place;
  for (int axis = 0; axis < 3; ++axis) {
    const double units = std::min(kMost, std::max(-kMost, steps(point[axis], grid.unit_exponent)));
    place[axis] = std::clamp(std::int64_t{std::llround(units)} - grid.centre[axis], -kFarUnits, kFarUnits);
  }
  return place;
}

std::int64_t offset_from_centre(const GroupGrid& grid, int i) {
  const Vec3d& n = dop_directions(grid.k).normal(i);
  std::int64_t offset = grid.origin[i] * (std::int64_t{1} << grid.finer(i));
  for (int axis = 0; axis < 3; ++axis) offset -= static_cast<std::int64_t>(n[axis]) * grid.centre[axis];
  return offset;
}

}  // namespace collisionchip
