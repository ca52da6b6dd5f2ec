#include "collisionchip/reference/tumbling/polytope_vertices.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

namespace {

double reach_of(const DopBox& box) {
  double reach = 0;
  for (int axis = 0; axis < 3; ++axis)
    reach = std::max({reach, std::abs(box.low[axis]), std::abs(box.high[axis])});
  return reach;
}

bool near(const Vec3d& a, const Vec3d& b, double distance) {
  return std::abs(a.x - b.x) <= distance && std::abs(a.y - b.y) <= distance &&
         std::abs(a.z - b.z) <= distance;
}

}  // namespace

std::vector<Vec3d> enclosing_vertices(int k, const DopNode& node) {
  const DopBox box = dop_box(dop_directions(k), node);
  const double reach = reach_of(box);
  std::vector<Vec3d> kept;
  for (const Vec3d& vertex : dop_vertices(k, node, 0x1p-36 * reach)) {
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const Vec3d& other) { return near(vertex, other, 0x1p-40 * reach); });
    if (!known) kept.push_back(vertex);
  }
  if (!kept.empty()) return kept;
  for (int corner = 0; corner < 8; ++corner)
    kept.push_back({(corner & 1) != 0 ? box.high.x : box.low.x, (corner & 2) != 0 ? box.high.y : box.low.y,
                    (corner & 4) != 0 ? box.high.z : box.low.z});
  return kept;
}

}  // namespace collisionchip
