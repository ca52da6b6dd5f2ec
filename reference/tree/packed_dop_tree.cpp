#include "collisionchip/reference/tree/packed_dop_tree.h"

namespace collisionchip {

PackedDopTree::PackedDopTree(const DopTree& tree)
    : k_(tree.k()),
      root_mask_(tree.root_mask()),
      root_(tree.root()),
      node_count_(tree.nodes().size()),
      words_(node_count_ * words_of_node() + 4) {
  float* words = words_.data();
  for (const DopNode& node : tree.nodes()) {
    std::memcpy(words, node.d.data(), static_cast<std::size_t>(k_) * sizeof(float));
    const std::uint32_t link = node.is_leaf() ? node.triangle << 1 | 1u : node.child << 1;
    std::memcpy(words + k_, &link, sizeof link);
    words += words_of_node();
  }
}

}  // namespace collisionchip
