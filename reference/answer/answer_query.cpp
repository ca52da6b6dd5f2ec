#include "collisionchip/reference/answer/answer_query.h"

#include <stdexcept>

#include "collisionchip/reference/answer/answer_traversal.h"
#include "collisionchip/reference/answer/root_boxes.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

// Each thread has memory of its own.
AnswerRoom& room() {
  thread_local AnswerRoom own;
  return own;
}

}  // namespace

QueryResult answer_query(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                         const QueryOptions& options) {
  if (a.tree.k() != b.tree.k()) throw std::invalid_argument("both objects need trees of the same k");
  if (options.answers != Answers::exact) return dop_list_traversal(a, b, pose, options);
  QueryResult result;
  if (roots_apart(a.tree, b.tree, pose)) return result;
  const bool a_tumbles = options.tumbled_side == TumbledSide::a;
  const DopTree &tumbled = a_tumbles ? a.tree : b.tree, &aligned = a_tumbles ? b.tree : a.tree;
  const RigidMap map = RigidMap::of(pose, options.tumbled_side);
  const LeafBounds bounds(tumbled.k(), map, tumbled.root(), aligned.root());
  if (!bounds.usable) return dop_list_traversal(a, b, pose, options);
  const DopTransform transform = make_dop_transform(tumbled.k(), map, tumbled.root());
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  const PairTransform pair_transform(transform);
  with_half(tumbled.k(), [&](auto half) {
    AnswerTraversal<half.value>(tumbled, aligned, pair_transform, bounds, query, room(), result).run();
  });
  sort_pairs(result.pairs);
  return result;
}

}  // namespace collisionchip
