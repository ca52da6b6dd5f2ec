#include <stdexcept>
#include <string>

#include "collisionchip/reference/traverse/dop_volumes.h"
#include "collisionchip/reference/traverse/group_scheme.h"

namespace collisionchip {

QueryResult group_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                            const QueryOptions& options, const GroupShape& shape) {
  for (const int levels : {shape.tumbled_levels, shape.aligned_levels}) {
    if (levels < 1 || levels > kMostGroupLevels)
      throw std::invalid_argument("a group has 1 to 4 levels, not " + std::to_string(levels));
  }
  const DopQuery query(a, b, pose, options);
  return with_half(a.tree.k(), [&](auto half) {
    const DopVolumes<half.value> volumes(query);
    return GroupTraversal<DopVolumes<half.value>>(query.triangles, volumes, shape).run();
  });
}

}  // namespace collisionchip
