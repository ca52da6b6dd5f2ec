// A DOP tree in sixteen bits a coefficient: half the memory, and eight comparisons at once. The aligned side of an answer.
//
// Each coefficient is counted in steps of a grid over the root's slab, maxima with the opposite sign, and rounded down by more
// than half a step; those of a tumbled volume are rounded up as much. A volume is then apart from a node if a coefficient of the
// node is greater than its partner, and only if they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/answer/short_lanes.h"
#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

constexpr int kMostCompactK = 24;
constexpr std::size_t kCompactBlocks = 3;  // of eight coefficients

// A tumbled volume on the grid.
using CompactVolume = std::array<Short8, kCompactBlocks>;

// Two siblings, two cache lines of the host.
struct alignas(64) CompactPair {
  static constexpr std::uint32_t kLeaf = 0x80000000u;

  std::array<CompactVolume, 2> nodes;
  std::array<std::uint32_t, 2> below;       // the pair of children, or the leaf's number and kLeaf
  std::array<std::uint32_t, 2> leaf_below;  // the first leaf among a node's children; kLeaf: there is none

  bool is_leaf(std::size_t member) const { return (below[member] & kLeaf) != 0; }
  std::uint32_t leaf(std::size_t member) const { return below[member] & ~kLeaf; }
};
static_assert(sizeof(CompactPair) == 128);

class CompactGrid {
 public:
  CompactGrid() = default;
  explicit CompactGrid(const DopNode& root, int k);

  // The counts of a transformed volume, in partner order.
  CompactVolume outside(const float* partner) const { return counted(partner, 1); }
  // The counts of a node.
  CompactVolume inside(const float* coefficients) const { return counted(coefficients, -1); }

  // The count of coefficient i is (coefficient - origin) * scale; a step is 1 / scale.
  float origin(std::size_t i) const { return origins_[i]; }
  float scale(std::size_t i) const { return scales_[i]; }
  double step(std::size_t i) const { return steps_[i]; }
  // A volume with count c along directed normal j reaches at_zero - c * step along that normal.
  struct Support {
    double at_zero, step;
  };
  const Support& support(std::size_t j) const { return supports_[j]; }
  const float* origins() const { return origins_.data(); }
  const float* scales() const { return scales_.data(); }

  // The range of counts, which is wider than the root's.
  static constexpr float kLeast = -32766, kMost = 32000;
  // Counts in that range. Numbers that are none count as most.
  static Int4 rounded(Float4 count) {
    const Float4 most = broadcast(kMost), least = broadcast(kLeast), low = select(count < most, count, most);
    return nearest(select(least < low, low, least));
  }

 private:
  CompactVolume counted(const float* from, int rounding) const {
    CompactVolume counts;
    for (std::size_t block = 0; block < kCompactBlocks; ++block)
      counts[block] = packed(counted4(from, 8 * block, rounding), counted4(from, 8 * block + 4, rounding));
    return counts;
  }
  Int4 counted4(const float* from, std::size_t first, int rounding) const {
    return rounded((load4(from + first) - load4(&origins_[first])) * load4(&scales_[first])) + rounding;
  }

  // Beyond k: steps of no length, so that all counts are the same there, and none is greater.
  std::array<float, 8 * kCompactBlocks> origins_{}, scales_{};
  std::array<double, 8 * kCompactBlocks> steps_{};
  std::array<Support, 8 * kCompactBlocks> supports_{};
};

class CompactTree {
 public:
  // Empty if the tree has more than kMostCompactK directions.
  explicit CompactTree(const DopTree& tree);

  bool empty() const { return pairs_.empty(); }
  const CompactGrid& grid() const { return grid_; }
  const CompactPair& pair(std::uint32_t number) const { return pairs_[number]; }  // numbers as in the tree
  std::uint32_t root_mask() const { return root_mask_; }
  // The triangles by the numbers of their leaves, which go as the pairs do: what lies together is met together.
  const std::vector<std::uint32_t>& leaves() const { return leaves_; }

 private:
  CompactGrid grid_;
  std::vector<std::uint32_t> leaves_;
  std::vector<CompactPair> pairs_;
  std::uint32_t root_mask_;
};

}  // namespace collisionchip
