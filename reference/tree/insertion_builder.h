// The builder "insertion" (docs/tree.md): one triangle after the other becomes the sibling of the node
// that makes the tree grow least.
#pragma once

#include <functional>
#include <vector>

#include "collisionchip/reference/tree/tree_shape.h"

namespace collisionchip {

// Shuffled, always in the same way.
std::vector<std::uint32_t> insertion_order(std::size_t count);

// `leaves`: DOPs by triangle. What grows is the sum of the sizes of all inner nodes.
TreeShape join_by_insertion(int k, const std::vector<DopNode>& leaves,
                            const std::function<void()>& while_building);

}  // namespace collisionchip
