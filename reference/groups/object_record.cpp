#include "collisionchip/reference/groups/object_record.h"

#include <cmath>
#include <cstdlib>

namespace collisionchip {

namespace {

using namespace object_words;

constexpr int kMostFiner = 8, kMostExponent = 512;
constexpr double kPointError = 0.5;  // units that a point on the grid is off
constexpr std::int64_t kMostCentre = std::int64_t{1} << 60, kMostWord = std::int64_t{1} << 31;

void put(ObjectRecord& record, std::size_t at, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  record[at] = static_cast<std::uint32_t>(bits);
  record[at + 1] = static_cast<std::uint32_t>(bits >> 32);
}

std::int64_t wide_at(const ObjectRecord& record, std::size_t at) {
  return static_cast<std::int64_t>(record[at] | std::uint64_t{record[at + 1]} << 32);
}

bool fits(const GroupGrid& grid) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(grid.centre[static_cast<std::size_t>(axis)]) > kMostCentre) return false;
    if (!(std::ceil(grid.reach[axis] + kPointError) < static_cast<double>(kMostWord))) return false;
  }
  if (std::abs(grid.unit_exponent) > kMostExponent) return false;
  for (int i = 0; i < grid.k / 2; ++i) {
    if (grid.finer(i) < 0 || grid.finer(i) > kMostFiner) return false;
    if (std::abs(offset_from_centre(grid, i)) >= kMostWord) return false;
  }
  return true;
}

}  // namespace

ObjectRecord make_object_record(const GroupObject& object) {
  return make_object_record(object.grid);
}

ObjectRecord make_object_record(const GroupGrid& grid) {
  ObjectRecord record{};
  record[kKind] = static_cast<std::uint32_t>(grid.k);
  if (!fits(grid)) return record;
  record[kKind] |= 1u << 8;
  record[kUnit] = static_cast<std::uint32_t>(grid.unit_exponent);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    put(record, kCentre + 2 * axis, grid.centre[axis]);
    record[kReach + axis] =
        static_cast<std::uint32_t>(std::ceil(grid.reach[static_cast<int>(axis)] + kPointError));
  }
  for (int i = 0; i < grid.k / 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    record[kOrigins + at] = static_cast<std::uint32_t>(offset_from_centre(grid, i));
    record[kFiner + at / 8] |= static_cast<std::uint32_t>(grid.finer(i)) << at % 8 * 4;
  }
  return record;
}

static int finer_of(const ObjectRecord& record, std::size_t i) {
  return static_cast<int>(record[kFiner + i / 8] >> i % 8 * 4 & 15u);
}

bool is_known(const ObjectRecord& record) {
  if ((record[kKind] >> 8 & 1u) == 0) return false;
  const auto unit = static_cast<std::int32_t>(record[kUnit]);
  bool fits = unit >= -kMostExponent && unit <= kMostExponent;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t centre = wide_at(record, kCentre + 2 * axis);
    fits &= centre >= -kMostCentre && centre <= kMostCentre;
  }
  for (std::size_t i = 0; i < (record[kKind] & 255u) / 2; ++i) fits &= finer_of(record, i) <= kMostFiner;
  return fits;
}

GroupGrid grid_of(const ObjectRecord& record) {
  GroupGrid grid;
  grid.k = static_cast<int>(record[kKind] & 255u);
  if (!is_known(record)) return grid;
  grid.unit_exponent = static_cast<std::int32_t>(record[kUnit]);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    grid.centre[axis] = wide_at(record, kCentre + 2 * axis);
    grid.reach[static_cast<int>(axis)] = record[kReach + axis];
  }
  for (int i = 0; i < grid.k / 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int finer = finer_of(record, at);
    const Vec3d& n = dop_directions(grid.k).normal(i);
    std::int64_t place = static_cast<std::int32_t>(record[kOrigins + at]);
    for (int axis = 0; axis < 3; ++axis)
      place += static_cast<std::int64_t>(n[axis]) * grid.centre[static_cast<std::size_t>(axis)];
    grid.step_exponent[at] = grid.unit_exponent + finer;
    grid.origin[at] = place >> finer;
  }
  return grid;
}

}  // namespace collisionchip
