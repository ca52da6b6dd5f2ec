#include "collisionchip/reference/traverse/dop_volumes.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/traverse/simultaneous_scheme.h"

namespace collisionchip {

namespace {

// make(volumes): how transforms are kept.
template <typename Make>
QueryResult traverse(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                     const QueryOptions& options, const Make& make) {
  const DopQuery query(a, b, pose, options);
  return with_half(a.tree.k(), [&](auto half) {
    using Volumes = DopVolumes<half.value>;
    const Volumes volumes(query);
    auto transforms = make(volumes);
    return SimultaneousTraversal<Volumes, decltype(transforms)>(query.triangles, volumes, transforms).run();
  });
}

}  // namespace

QueryResult simultaneous_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                   const QueryOptions& options) {
  return traverse(a, b, pose, options, [](const auto& volumes) { return TransformsForgotten(volumes); });
}

QueryResult simultaneous_stored_traversal(const CollisionObject& a, const CollisionObject& b,
                                          const Pose& pose, const QueryOptions& options,
                                          TransformedNodes<PartnerDop>& memory) {
  return traverse(a, b, pose, options,
                  [&](const auto& volumes) { return TransformsInMemory(volumes, memory); });
}

QueryResult simultaneous_stacked_traversal(const CollisionObject& a, const CollisionObject& b,
                                           const Pose& pose, const QueryOptions& options) {
  return traverse(a, b, pose, options, [](const auto& volumes) { return TransformsOnStack(volumes); });
}

}  // namespace collisionchip
