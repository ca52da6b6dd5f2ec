// A binary tree over triangles, before its nodes have their places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// The tree of n triangles: nodes 0 to n - 1 are the leaves of the triangles, node n + i is inner node i.
struct TreeShape {
  std::vector<std::array<std::uint32_t, 2>> children;  // of the n - 1 inner nodes
  std::uint32_t root = 0;
};

// Which node of the shape lies where: pairs in depth-first order.
struct PlacedNode {
  std::uint32_t node;
  std::uint32_t child;  // number of the pair of its children; kNoChild of a leaf
};
std::vector<PlacedNode> places_of(std::size_t leaf_count, const TreeShape& shape);

// Pairs in depth-first order, as DopTree wants them. `leaves`: DOPs by triangle, at least one.
std::vector<DopNode> lay_out(int k, const std::vector<DopNode>& leaves, const TreeShape& shape);

}  // namespace collisionchip
