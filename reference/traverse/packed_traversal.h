// The list traversal on packed DOP trees.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/tree/packed_dop_tree.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

struct PackedDopObject {
  PackedDopTree tree;
  std::vector<TriangleRecord> triangles;  // by triangle number
};

// As list_traversal. std::invalid_argument when the trees differ in k.
QueryResult packed_list_traversal(const PackedDopObject& a, const PackedDopObject& b, const Pose& pose,
                                  const QueryOptions& options);

}  // namespace collisionchip
