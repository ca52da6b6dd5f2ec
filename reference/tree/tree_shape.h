// A binary tree over triangles, before its nodes have their places.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// Of n triangles: nodes 0 to n - 1 are the leaves of the triangles, node n + i is inner node i.
struct TreeShape {
  std::vector<std::array<std::uint32_t, 2>> children;  // of the n - 1 inner nodes
  std::uint32_t root = 0;
};

// Pairs in depth-first order, as DopTree wants them. `leaves`: DOPs by triangle, at least one.
std::vector<DopNode> lay_out(int k, const std::vector<DopNode>& leaves, const TreeShape& shape);

}  // namespace collisionchip
