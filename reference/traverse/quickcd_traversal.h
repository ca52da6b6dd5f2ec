// QuickCD's traversal on DOP trees of pairs, and on those of more children or larger leaves.
#pragma once

#include <vector>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/traverse/transformed_nodes.h"
#include "collisionchip/reference/tree/dop_wide_tree.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct DopWideObject {
  DopWideTree tree;
  std::vector<TriangleRecord> triangles;  // by triangle number
};

// Each tumbled node is transformed once in a query. `memory` may be used again, by one query at a time.
// std::invalid_argument when the trees differ in k.
QueryResult quickcd_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                              const QueryOptions& options, TransformedNodes<PartnerDop>& memory);
QueryResult quickcd_traversal(const DopWideObject& a, const DopWideObject& b, const Pose& pose,
                              const QueryOptions& options, TransformedNodes<PartnerDop>& memory);

}  // namespace collisionchip
