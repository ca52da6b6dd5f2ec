#include "collisionchip/reference/aabb/plane_flags.h"

#include <cmath>

namespace collisionchip {

namespace {

bool allowed(std::uint32_t flags, PlaneChoice choice) {
  if (choice == PlaneChoice::unlimited) return true;
  int planes = 0;
  bool each_axis = true;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t both = flags >> 2 * axis & 3u;
    planes += static_cast<int>((both & 1u) + (both >> 1));
    each_axis = each_axis && (both == 1 || both == 2);
  }
  return planes == 3 && (each_axis || choice == PlaneChoice::any);
}

// With the parent's planes where `shared` has a bit.
Aabb grown(const Aabb& box, const Aabb& parent, std::uint32_t shared) {
  Aabb result = box;
  for (std::uint32_t p = 0; p < 6; ++p) {
    if ((shared >> p & 1u) != 0) result.plane[p] = parent.plane[p];
  }
  return result;
}

}  // namespace

PlaneFlags choose_planes(const Aabb& parent, const Aabb& left, const Aabb& right, std::uint32_t leaves,
                         PlaneChoice choice) {
  PlaneFlags best{};
  double least = HUGE_VAL;
  for (std::uint32_t flags = 0; flags < 64; ++flags) {
    if (!allowed(flags, choice)) continue;
    PlaneFlags here{static_cast<std::uint8_t>(flags), left, right};
    double surface = 0;
    if ((leaves & 1u) == 0) {
      here.left = grown(left, parent, flags);
      surface += here.left.half_surface();
    }
    if ((leaves & 2u) == 0) {
      here.right = grown(right, parent, ~flags);
      surface += here.right.half_surface();
    }
    if (surface < least) {
      best = here;
      least = surface;
    }
  }
  return best;
}

}  // namespace collisionchip
