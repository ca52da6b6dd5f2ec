// An object with its tree in bytes, and queries of two of them.
#pragma once

#include <vector>

#include "collisionchip/reference/aabb/aabb_format.h"
#include "collisionchip/reference/aabb/box_overlap.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

struct AabbObject {
  AabbImage image;
  std::vector<TriangleRecord> triangles;  // by triangle number
  int depth;                              // levels of stored nodes below the root

  AabbObject(const Mesh& mesh, const AabbTree& tree, AabbLayout layout,
             PlaneChoice choice = PlaneChoice::any);
};

// Both objects have the same layout; std::invalid_argument otherwise.
//
// figure3: pairs of nodes, depth first. The four pairs of children of two nodes that overlap: two inner nodes
// are tested and opened together; a leaf against an inner node is tested and goes on down that side alone;
// two leaves are two triangles. Leaves without a box are tested as the triangles that they are.
QueryResult figure3_traversal(const AabbObject& a, const AabbObject& b, const Pose& pose,
                              const QueryOptions& options = {}, SatAxes axes = SatAxes::fifteen);

// The scheme of reference/traverse/list_scheme.h: two tumbled siblings at a time, each moved once, against a
// list of aligned nodes. An entry of the list carries the box of its node, without which the children could
// not be decoded. Leaves go down the other tree at once, as in figure3.
QueryResult aabb_list_traversal(const AabbObject& a, const AabbObject& b, const Pose& pose,
                                const QueryOptions& options = {}, SatAxes axes = SatAxes::fifteen);

}  // namespace collisionchip
