// The transform of the tumbled tree's nodes from their own grid to the aligned tree's, for nodes of sixteen bits
// (docs/dop_unit.md, "In counts").
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/sorted_cones.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

// Coefficient i of a moved node, in counts of the aligned grid, is the sum over m of c[m][i] * count j[m][i] of the node, and
// offset[i], which is rounded up. Rows that the trees have no coefficient for are zero.
struct CompactTransform {
  static constexpr std::size_t kRows = 32;  // two vectors of the widest kind

  alignas(64) std::array<std::array<float, kRows>, 3> c;
  alignas(64) std::array<float, kRows> offset;
  alignas(64) std::array<std::array<std::int32_t, kRows>, 3> j;

  // `map` takes the tumbled tree below its root to the aligned one; each grid belongs to one tree.
  CompactTransform(const SortedCones& cones, const RigidMap& map, const DopNode& root,
                   const CompactGrid& tumbled, const CompactGrid& aligned);

 private:
  class DirectionPair;
};

}  // namespace collisionchip
