#include "collisionchip/reference/parallel_trees/tree_levels.h"

namespace collisionchip {

namespace {

std::vector<std::uint32_t> roots_of(const DopTree& tree) {
  return tree.root_mask() == 1 ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{0, 1};
}

}  // namespace

TreeLevels::TreeLevels(const DopTree& tree) : roots(tree.root_mask() == 1 ? 1 : 2) {
  for (std::vector<std::uint32_t> level = roots_of(tree); !level.empty();) {
    std::vector<std::uint32_t> inner_nodes, next;
    for (const std::uint32_t number : level) {
      const DopNode& node = tree.nodes()[number];
      if (node.is_leaf()) {
        leaves.push_back(number);
        continue;
      }
      inner_nodes.push_back(number);
      next.insert(next.end(), {2 * node.child, 2 * node.child + 1});
    }
    if (!inner_nodes.empty()) inner.push_back(std::move(inner_nodes));
    level = std::move(next);
  }
}

std::vector<std::uint32_t> TreeLevels::subtrees(const DopTree& tree, int depth) {
  std::vector<std::uint32_t> level = roots_of(tree);
  for (int at = 1; at < depth; ++at) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t number : level) {
      const DopNode& node = tree.nodes()[number];
      if (node.is_leaf()) {
        next.push_back(number);
      } else {
        next.insert(next.end(), {2 * node.child, 2 * node.child + 1});
      }
    }
    if (next == level) break;
    level = std::move(next);
  }
  return level;
}

}  // namespace collisionchip
