#include "collisionchip/reference/answer/answer_query.h"

#include "collisionchip/reference/answer/root_boxes.h"

namespace collisionchip {

QueryResult answer_query(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                         const QueryOptions& options) {
  if (options.answers == Answers::exact && roots_apart(a.tree, b.tree, pose)) return {};
  return dop_list_traversal(a, b, pose, options);
}

}  // namespace collisionchip
