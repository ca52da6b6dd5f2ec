#include "collisionchip/reference/tree/tree_shape.h"

namespace collisionchip {

std::vector<DopNode> lay_out(int k, const std::vector<DopNode>& leaves, const TreeShape& shape) {
  if (leaves.size() == 1) return {leaves[0], DopNode{}};
  std::vector<DopNode> nodes;
  nodes.reserve(2 * shape.children.size());
  struct Waiting {
    std::uint32_t inner;  // whose children make a pair
    std::size_t place;    // in nodes, of that one; none of the root
  };
  const std::size_t nowhere = ~std::size_t{0};
  std::vector<Waiting> stack = {{shape.root, nowhere}};
  while (!stack.empty()) {
    const Waiting next = stack.back();
    stack.pop_back();
    if (next.place != nowhere) nodes[next.place].child = static_cast<std::uint32_t>(nodes.size() / 2);
    const std::array<std::uint32_t, 2>& children = shape.children[next.inner - leaves.size()];
    for (const std::uint32_t child : children)
      nodes.push_back(child < leaves.size() ? leaves[child] : DopNode{});
    for (std::size_t side = 2; side-- > 0;) {  // the left one comes off first
      if (children[side] >= leaves.size()) stack.push_back({children[side], nodes.size() - 2 + side});
    }
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children lie behind their parents
    if (nodes[i].is_leaf()) continue;
    const DopNode* pair = &nodes[2 * std::size_t{nodes[i].child}];
    enclose(k, pair[0], pair[1], nodes[i]);
  }
  return nodes;
}

}  // namespace collisionchip
