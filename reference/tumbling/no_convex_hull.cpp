#include <stdexcept>

#include "collisionchip/reference/tumbling/convex_hull.h"

namespace collisionchip {

std::optional<ConvexHull> convex_hull(const std::vector<Vec3d>&) {
  throw std::logic_error("convex hulls need qhull");
}

bool has_convex_hulls() {
  return false;
}

}  // namespace collisionchip
