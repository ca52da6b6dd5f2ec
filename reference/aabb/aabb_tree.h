// A binary tree of axis-aligned boxes with one triangle in each leaf, before any encoding (docs/aabb.md).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/reference/aabb/aabb.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// Where a set of triangles is cut along the longest axis of its box: between centroids in the box's middle,
// at their mean, or so that both halves have as many. Middle and mean fall back on the median when one half
// is empty.
enum class SplitPoint { middle, mean, median };
// InputError when it is none.
SplitPoint split_point(const std::string& name);

struct AabbNode {
  Aabb box;  // the smallest
  // Number of an inner node or, where leaves says so, of a triangle.
  std::array<std::uint32_t, 2> child;
  std::uint32_t leaves;  // bit 0: the left child is a triangle, bit 1: the right one

  bool is_leaf(int side) const { return (leaves >> side & 1u) != 0; }
};

class AabbTree {
 public:
  // InputError when the mesh has no triangle. The same mesh and point give the same tree, bit by bit.
  // `while_building`: called now and then, if given; what it throws ends the building.
  static AabbTree build(const Mesh& mesh, SplitPoint point = SplitPoint::middle,
                        const std::function<void()>& while_building = nullptr);

  // Inner nodes: node 0 is the root; children have higher numbers than their parent, and siblings lie side by
  // side, the left one first. None for a single triangle.
  const std::vector<AabbNode>& nodes() const { return nodes_; }
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(leaf_boxes_.size()); }
  const Aabb& leaf_box(std::uint32_t triangle) const { return leaf_boxes_[triangle]; }
  const Aabb& root() const { return nodes_.empty() ? leaf_boxes_[0] : nodes_[0].box; }
  // The box of a node's child.
  const Aabb& child_box(const AabbNode& node, int side) const {
    const std::uint32_t child = node.child[static_cast<std::size_t>(side)];
    return node.is_leaf(side) ? leaf_boxes_[child] : nodes_[child].box;
  }
  int depth() const;  // levels of inner nodes below the root; 0 when there are none

 private:
  std::vector<AabbNode> nodes_;
  std::vector<Aabb> leaf_boxes_;  // by triangle number
};

}  // namespace collisionchip
