#include "collisionchip/reference/dop/cone_table.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace collisionchip {

ConeTable::ConeTable(int k) : directions_(dop_directions(k)), cells_(6 * kCells * kCells) {
  constexpr int kSamples = 2 * static_cast<int>(kCells);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      for (int i = 0; i < kSamples; ++i) {
        for (int j = 0; j < kSamples; ++j) {
          Vec3d b;
          b[axis] = sign;
          b[(axis + 1) % 3] = (2 * i + 1.0) / kSamples - 1;
          b[(axis + 2) % 3] = (2 * j + 1.0) / kSamples - 1;
          add(b);
        }
      }
    }
  }
}

void ConeTable::add(const Vec3d& b) {
  Cell& cell = cells_[cell_of(b)];
  const Cone* const cone = &directions_.cone_of(b);
  const auto place = std::find_if(cell.cones.begin(), cell.cones.end(),
                                  [&](const Cone* other) { return other == nullptr || other == cone; });
  if (place != cell.cones.end()) *place = cone;
}

// Numbers that are none come into some cell, whose cones do not hold them.
std::size_t ConeTable::cell_of(const Vec3d& b) {
  const Vec3d size = {std::abs(b.x), std::abs(b.y), std::abs(b.z)};
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const double half = 0.5 * kCells, scale = half / size[axis];
  const auto place = [&](double coordinate) {
    const double at = coordinate * scale + half;
    return at >= 0 && at < kCells ? static_cast<std::size_t>(at) : kCells - 1;
  };
  const std::size_t face = 2 * static_cast<std::size_t>(axis) + (b[axis] < 0 ? 1 : 0);
  return (face * kCells + place(b[(axis + 1) % 3])) * kCells + place(b[(axis + 2) % 3]);
}

const Cone& ConeTable::cone_of(const Vec3d& b) const {
  for (const Cone* cone : cells_[cell_of(b)].cones) {
    if (cone == nullptr) break;
    if (dot(cone->inverse[0], b) >= 0 && dot(cone->inverse[1], b) >= 0 && dot(cone->inverse[2], b) >= 0)
      return *cone;
  }
  return directions_.cone_of(b);
}

const ConeTable& cone_table(int k) {
  static std::array<std::unique_ptr<const ConeTable>, kMaxK + 1> tables;
  static std::array<std::once_flag, kMaxK + 1> made;
  const auto at = static_cast<std::size_t>(dop_directions(k).k());
  std::call_once(made[at], [&] { tables[at] = std::make_unique<const ConeTable>(k); });
  return *tables[at];
}

}  // namespace collisionchip
