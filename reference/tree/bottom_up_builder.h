// The builder "bottom_up" (docs/tree.md): of all pairs of nodes that have no parent yet, the one whose DOP
// is smallest gets one, until a single node is left.
#pragma once

#include <functional>
#include <vector>

#include "collisionchip/reference/tree/tree_shape.h"

namespace collisionchip {

// `leaves`: DOPs by triangle. Nodes are numbered as they are made; of pairs of the same size the one
// with the nearest numbers, then the smallest, is joined first.
TreeShape join_bottom_up(int k, const std::vector<DopNode>& leaves,
                         const std::function<void()>& while_building);

}  // namespace collisionchip
