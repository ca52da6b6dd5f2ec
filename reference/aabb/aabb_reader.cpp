#include "collisionchip/reference/aabb/aabb_reader.h"

#include <algorithm>

namespace collisionchip {

namespace {

std::array<OwnPlanes, 64> own_planes_by_shared() {
  std::array<OwnPlanes, 64> table{};
  for (std::uint32_t shared = 0; shared < 64; ++shared) {
    OwnPlanes& planes = table[shared];
    std::uint8_t own = 0;  // numbers below this plane
    for (std::uint32_t p = 0; p < 6; ++p) {
      const bool is_parents = (shared >> p & 1u) != 0;
      Mask4& mask = p % 2 == 0 ? planes.low_is_parents : planes.high_is_parents;
      mask[p / 2] = is_parents ? -1 : 0;
      planes.offset[p] = static_cast<std::uint8_t>(sizeof(float) * std::min<std::uint8_t>(own, 2));
      own = static_cast<std::uint8_t>(own + (is_parents ? 0 : 1));
    }
  }
  return table;
}

}  // namespace

const std::array<OwnPlanes, 64>& OwnPlanes::table() {
  static const std::array<OwnPlanes, 64> table = own_planes_by_shared();
  return table;
}

}  // namespace collisionchip
