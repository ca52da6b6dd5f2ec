// A query of two k-DOP trees, by role instead of by name.
#pragma once

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// Both trees must have the same k; std::invalid_argument otherwise.
DopTransform make_query_transform(const DopTree& a, const DopTree& b, const Pose& pose, TumbledSide tumbled);

struct DopQuery {
  const DopTree& tumbled;
  const DopTree& aligned;
  DopTransform transform;
  TriangleQuery triangles;

  DopQuery(const CollisionObject& a, const CollisionObject& b, const Pose& pose, const QueryOptions& options)
      : tumbled(options.tumbled_side == TumbledSide::a ? a.tree : b.tree),
        aligned(options.tumbled_side == TumbledSide::a ? b.tree : a.tree),
        transform(make_query_transform(a.tree, b.tree, pose, options.tumbled_side)),
        triangles(a.triangles, b.triangles, pose, options) {}
};

}  // namespace collisionchip
