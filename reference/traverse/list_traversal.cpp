#include "collisionchip/reference/traverse/dop_volumes.h"
#include "collisionchip/reference/traverse/list_scheme.h"
#include "collisionchip/reference/traverse/single_list_scheme.h"

namespace collisionchip {

QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options) {
  const DopQuery query(a, b, pose, options);
  return with_half(a.tree.k(), [&](auto half) {
    const DopPairVolumes<half.value> volumes(query);
    return ListTraversal<DopPairVolumes<half.value>, false>(query.triangles, volumes, nullptr).run();
  });
}

QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options, ListTape& tape) {
  tape = {};
  QueryOptions all = options;
  all.first_witness = false;
  const DopQuery query(a, b, pose, all);
  return with_half(a.tree.k(), [&](auto half) {
    const DopPairVolumes<half.value> volumes(query);
    return ListTraversal<DopPairVolumes<half.value>, true>(query.triangles, volumes, &tape).run();
  });
}

QueryResult single_list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                  const QueryOptions& options) {
  const DopQuery query(a, b, pose, options);
  return with_half(a.tree.k(), [&](auto half) {
    const DopVolumes<half.value> volumes(query);
    return SingleListTraversal<DopVolumes<half.value>>(query.triangles, volumes).run();
  });
}

}  // namespace collisionchip
