// What the phases want to know of a tree: its leaves, its inner nodes level by level, and where subtrees begin.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

struct TreeLevels {
  std::uint32_t roots = 0;                        // nodes 0 and 1, or 0 alone
  std::vector<std::uint32_t> leaves;              // by node
  std::vector<std::vector<std::uint32_t>> inner;  // inner nodes by depth; the roots' is 0

  explicit TreeLevels(const DopTree& tree);
  // Nodes at this depth of the tree whose root, above the roots of a DopTree, has depth 0; and leaves above it.
  // At most 2^depth; depth 0: the roots, for there is no node above them.
  static std::vector<std::uint32_t> subtrees(const DopTree& tree, int depth);
};

}  // namespace collisionchip
