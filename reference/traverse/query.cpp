#include "collisionchip/reference/traverse/query.h"

#include <stdexcept>

#include "collisionchip/reference/traverse/dop_query.h"

namespace collisionchip {

DopTransform make_query_transform(const DopTree& a, const DopTree& b, const Pose& pose, TumbledSide tumbled) {
  if (a.k() != b.k()) throw std::invalid_argument("both objects need trees of the same k");
  return make_dop_transform(a.k(), RigidMap::of(pose, tumbled),
                            tumbled == TumbledSide::a ? a.root() : b.root());
}

QuerySetup::QuerySetup(const CollisionObject& a, const CollisionObject& b, const Pose& query_pose,
                       TumbledSide tumbled)
    : dop(make_query_transform(a.tree, b.tree, query_pose, tumbled)),
      frames(make_frame_matrices(query_pose, tumbled)),
      tumbled_side(tumbled),
      pose(query_pose) {}

}  // namespace collisionchip
