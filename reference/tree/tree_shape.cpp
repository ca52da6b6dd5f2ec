#include "collisionchip/reference/tree/tree_shape.h"

namespace collisionchip {

std::vector<PlacedNode> places_of(std::size_t leaf_count, const TreeShape& shape) {
  std::vector<PlacedNode> placed;
  placed.reserve(2 * shape.children.size());
  struct Waiting {
    std::uint32_t inner;  // whose children make a pair
    std::size_t place;    // of that one; none of the root
  };
  const std::size_t nowhere = ~std::size_t{0};
  std::vector<Waiting> stack;
  if (leaf_count > 1) stack.push_back({shape.root, nowhere});
  while (!stack.empty()) {
    const Waiting next = stack.back();
    stack.pop_back();
    if (next.place != nowhere) placed[next.place].child = static_cast<std::uint32_t>(placed.size() / 2);
    const std::array<std::uint32_t, 2>& children = shape.children[next.inner - leaf_count];
    for (const std::uint32_t child : children) placed.push_back({child, kNoChild});
    for (std::size_t side = 2; side-- > 0;) {  // the left one comes off first
      if (children[side] >= leaf_count) stack.push_back({children[side], placed.size() - 2 + side});
    }
  }
  return placed;
}

std::vector<DopNode> lay_out(int k, const std::vector<DopNode>& leaves, const TreeShape& shape) {
  if (leaves.size() == 1) return {leaves[0], DopNode{}};
  std::vector<DopNode> nodes;
  nodes.reserve(2 * shape.children.size());
  for (const PlacedNode& placed : places_of(leaves.size(), shape)) {
    nodes.push_back(placed.child == kNoChild ? leaves[placed.node] : DopNode{});
    nodes.back().child = placed.child;
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children lie behind their parents
    if (nodes[i].is_leaf()) continue;
    const DopNode* pair = &nodes[2 * std::size_t{nodes[i].child}];
    enclose(k, pair[0], pair[1], nodes[i]);
  }
  return nodes;
}

}  // namespace collisionchip
