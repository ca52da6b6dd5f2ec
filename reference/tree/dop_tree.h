// The k-DOP tree of one object: one triangle per leaf, siblings side by side (§4.5).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/tree_options.h"

namespace collisionchip {

// Pairs are numbered depth first, left subtree first; pair p is nodes 2p (left) and 2p + 1 (right). Pair 0 is
// where a traversal starts: the children of the root, or the only triangle with no sibling.
class DopTree {
 public:
  // InputError when the mesh has no triangle, or for options that a tree of pairs does not have. The same mesh and options give the same tree, bit by bit.
  static DopTree build(const Mesh& mesh, const TreeOptions& options);

  DopTree(int k, std::vector<DopNode> nodes, std::uint32_t triangle_count);

  int k() const { return k_; }
  std::uint32_t triangle_count() const { return triangle_count_; }
  std::uint32_t pair_count() const { return static_cast<std::uint32_t>(nodes_.size() / 2); }
  const std::vector<DopNode>& nodes() const { return nodes_; }
  const DopNode& node(std::uint32_t pair, int side) const { return nodes_[2 * std::size_t{pair} + side]; }

  // Which members of pair 0 exist: 3, or 1 for a tree of one triangle.
  std::uint32_t root_mask() const { return triangle_count_ == 1 ? 1 : 3; }
  // Encloses every DOP of the tree.
  const DopNode& root() const { return root_; }
  int depth() const;  // levels of pairs, at least 1

 private:
  int k_;
  std::vector<DopNode> nodes_;
  std::uint32_t triangle_count_;
  DopNode root_;
};

// The DOP of a triangle, each coefficient rounded outwards. Zero-area triangles are as good as others.
DopNode leaf_dop(int k, const std::array<Vec3f, 3>& corners, std::uint32_t triangle);

// Encloses both; exact (minima and maxima of float32 values).
void enclose(int k, const DopNode& a, const DopNode& b, DopNode& out);

}  // namespace collisionchip
