#include "collisionchip/reference/answer/compact_tree.h"

#include <algorithm>

namespace collisionchip {

namespace {

// Counts of the root's slab go from minus this to this, and one further.
constexpr double kHalfSteps = 31000;
// The least half width, for a slab without width.
constexpr double kLeastHalf = 0x1p-90;

}  // namespace

CompactGrid::CompactGrid(const DopNode& root, int k) {
  const auto half = static_cast<std::size_t>(k / 2);
  for (std::size_t i = 0; i < half; ++i) {
    const double low = root.d[i], high = root.d[i + half];
    const auto origin = static_cast<float>(0.5 * (low + high));
    const double reach = std::max({high - double{origin}, double{origin} - low, kLeastHalf});
    const auto scale = static_cast<float>(kHalfSteps / reach);
    origins_[i] = origins_[i + half] = origin;
    scales_[i] = scale;
    scales_[i + half] = -scale;
    steps_[i] = 1 / double{scale};
    steps_[i + half] = -steps_[i];
    supports_[i] = {-double{origin}, steps_[i]};
    supports_[i + half] = {origin, steps_[i]};
  }
}

CompactTree::CompactTree(const DopTree& tree) : root_mask_(tree.root_mask()) {
  if (tree.k() > kMostCompactK) return;
  grid_ = CompactGrid(tree.root(), tree.k());
  pairs_.resize(tree.pair_count());
  leaves_.reserve(tree.triangle_count());
  for (std::uint32_t number = 0; number < tree.pair_count(); ++number) {
    CompactPair& pair = pairs_[number];
    for (int side = 0; side < 2; ++side) {
      const DopNode& node = tree.node(number, side);
      const auto member = static_cast<std::size_t>(side);
      pair.nodes[member] = grid_.inside(node.d.data());
      pair.below[member] = node.child;
      pair.leaf_below[member] = CompactPair::kLeaf;
      if (!node.is_leaf() || leaves_.size() == tree.triangle_count())
        continue;  // a triangle alone has no sibling
      pair.below[member] = CompactPair::kLeaf | static_cast<std::uint32_t>(leaves_.size());
      leaves_.push_back(node.triangle);
    }
  }
  for (CompactPair& pair : pairs_) {
    for (std::size_t member = 0; member < 2; ++member) {
      if (pair.is_leaf(member) || pair.below[member] >= pairs_.size()) continue;
      const CompactPair& children = pairs_[pair.below[member]];
      for (const std::size_t child : {std::size_t{1}, std::size_t{0}}) {
        if (children.is_leaf(child)) pair.leaf_below[member] = children.leaf(child);
      }
    }
  }
}

}  // namespace collisionchip
