// Several flying objects as one array of nodes and one of triangle records, as the kernels take them.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct FlyingForest {
  struct Span {
    std::uint32_t first, count;
  };

  std::vector<DopNode> nodes;  // numbers of children and triangles are those of the whole
  std::vector<TriangleRecord> records;
  std::vector<std::uint32_t> owners;              // of each node its object
  std::vector<std::uint32_t> leaves;              // object after object
  std::vector<Span> leaves_of;                    // by object, in `leaves`
  std::vector<std::uint32_t> triangles;           // by object, the number of its first
  std::vector<std::vector<std::uint32_t>> inner;  // by depth, of all objects together

  explicit FlyingForest(const std::vector<const CollisionObject*>& objects);

  std::size_t objects() const { return leaves_of.size(); }
  std::size_t inner_count() const;
  // By object; the nodes are those of the whole.
  std::vector<std::vector<std::uint32_t>> subtrees(int depth) const;
  std::vector<std::vector<std::uint32_t>> all_leaves() const;

 private:
  void add(const CollisionObject& object);

  const std::vector<const CollisionObject*> objects_;
  std::vector<std::uint32_t> first_nodes_;  // by object
};

}  // namespace collisionchip
