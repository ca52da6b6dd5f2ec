// Builds the nodes of a DOP tree; top-down on several threads. Nothing of the result depends on how many: a range of
// triangles is split by itself, and where its nodes lie follows from how many triangles stand before it.
#pragma once

#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

// As many threads as the machine has cores, fewer for objects that are built before they would start.
unsigned builder_threads(const Mesh& mesh);

// The DOPs of all triangles.
SplitData make_split_data(const Mesh& mesh, const TreeOptions& options, unsigned threads);

// Pairs in depth-first order. `threads`: at least 1; the calling one is among them, and it alone calls
// options.while_building.
std::vector<DopNode> build_nodes(const Mesh& mesh, const TreeOptions& options, unsigned threads);

}  // namespace collisionchip
