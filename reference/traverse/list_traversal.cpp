#include <stdexcept>

#include "collisionchip/reference/traverse/dop_volumes.h"
#include "collisionchip/reference/traverse/list_scheme.h"
#include "collisionchip/reference/traverse/single_list_scheme.h"

namespace collisionchip {

namespace {

// For a machine with other volumes than DOPs.
QueryResult other_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                            const QueryOptions& options, ListTape* tape) {
  if (!b.volumes || a.volumes->node_format() != b.volumes->node_format())
    throw std::invalid_argument("both objects need volumes of the same format");
  const bool a_tumbled = options.tumbled_side == TumbledSide::a;
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  const VolumeTree &tumbled = *(a_tumbled ? a : b).volumes, &aligned = *(a_tumbled ? b : a).volumes;
  return tumbled.list_traversal(aligned, query, tape);
}

}  // namespace

QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options) {
  return a.volumes ? other_traversal(a, b, pose, options, nullptr) : dop_list_traversal(a, b, pose, options);
}

QueryResult dop_list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
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
  if (a.volumes) return other_traversal(a, b, pose, all, &tape);
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
