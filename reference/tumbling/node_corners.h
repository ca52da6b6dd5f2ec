// The corners of the triangles below each node of a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

class NodeCorners {
 public:
  NodeCorners(const Mesh& mesh, const DopTree& tree);

  const Vec3d* begin(std::uint32_t node) const { return corners_.data() + first_[node]; }
  const Vec3d* end(std::uint32_t node) const { return corners_.data() + end_[node]; }
  std::vector<Vec3d> distinct(std::uint32_t node) const;
  int level(std::uint32_t node) const { return level_[node]; }  // 0: in pair 0
  int levels() const { return levels_; }

 private:
  std::vector<Vec3d> corners_;  // three of a triangle, the triangles in the order of the leaves
  std::vector<std::size_t> first_, end_;
  std::vector<int> level_;
  int levels_ = 0;
};

}  // namespace collisionchip
