// DOP trees of 4 or 8 children, or with several triangles in a leaf: for the reference only. The chip takes pairs
// (dop_tree.h).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// Nodes or triangles that lie side by side.
struct Span {
  std::uint32_t first, count;
};

struct DopWideNode {
  DopNode dop;
  Span children{0, 0};   // nodes; none of a leaf
  Span triangles{0, 0};  // in DopWideTree::triangles(); none of an inner node

  bool is_leaf() const { return triangles.count > 0; }
};

class DopWideTree {
 public:
  // Subtrees of at most options.leaf_size triangles become leaves, and of a node's children the one of the largest
  // surface gives way to its own until there are options.degree of them.
  static DopWideTree of(const DopTree& pairs, const TreeOptions& options);

  int k() const { return k_; }
  const DopNode& root() const { return root_; }
  Span roots() const { return roots_; }  // the children of the root, or the only leaf
  const std::vector<DopWideNode>& nodes() const { return nodes_; }
  const std::vector<std::uint32_t>& triangles() const { return triangles_; }
  int depth() const;  // levels of nodes, at least 1

 private:
  friend class DopWideTreeBuilder;
  int k_ = 0;
  DopNode root_;
  Span roots_{0, 0};
  std::vector<DopWideNode> nodes_;
  std::vector<std::uint32_t> triangles_;
};

}  // namespace collisionchip
