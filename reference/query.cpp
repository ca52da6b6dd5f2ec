#include "reference/query.h"

#include <stdexcept>

namespace collisionchip {

QuerySetup::QuerySetup(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                       TumbledSide tumbled)
    : dop(make_dop_transform(a.tree.k(), RigidMap::of(pose, tumbled),
                             tumbled == TumbledSide::a ? a.tree.root() : b.tree.root())),
      frames(make_frame_matrices(pose, tumbled)),
      tumbled_side(tumbled) {
  if (a.tree.k() != b.tree.k()) throw std::invalid_argument("both objects need trees of the same k");
}

Query::Query(const CollisionObject& a, const CollisionObject& b, const QuerySetup& query_setup,
             const QueryOptions& query_options)
    : tumbled(query_setup.tumbled_side == TumbledSide::a ? a : b),
      aligned(query_setup.tumbled_side == TumbledSide::a ? b : a),
      setup(query_setup),
      options(query_options) {}

}  // namespace collisionchip
