// A DOP tree in nodes of 4k + 4 bytes instead of 128: k coefficients and a link, nothing else (docs/tree.md).
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// As a traversal sees a node: decoded where it lies.
struct PackedDopNode {
  const float* d;
  std::uint32_t child, triangle;

  bool is_leaf() const { return child == kNoChild; }
};

// Words, little endian: minima, maxima, link. Bit 0 of the link: a leaf; the bits above: the triangle's number, or
// that of the pair of children.
class PackedDopTree {
 public:
  explicit PackedDopTree(const DopTree& tree);

  int k() const { return k_; }
  std::uint32_t root_mask() const { return root_mask_; }
  const DopNode& root() const { return root_; }  // in a register of the query, not in memory
  std::size_t node_count() const { return node_count_; }
  std::size_t node_bytes() const { return 4 * words_of_node(); }
  std::size_t bytes() const { return node_count_ * node_bytes(); }

  PackedDopNode node(std::uint32_t pair, int side) const {
    return decode(words_.data() + (2 * std::size_t{pair} + static_cast<std::size_t>(side)) * words_of_node());
  }
  void prefetch_pair(std::uint32_t pair) const {
    const char* bytes = reinterpret_cast<const char*>(words_.data()) + 2 * pair * node_bytes();
    for (std::size_t line = 0; line < 2 * node_bytes(); line += 64) __builtin_prefetch(bytes + line);
  }

 private:
  std::size_t words_of_node() const { return static_cast<std::size_t>(k_) + 1; }
  PackedDopNode decode(const float* words) const {
    std::uint32_t link;
    std::memcpy(&link, words + k_, sizeof link);
    return (link & 1u) != 0 ? PackedDopNode{words, kNoChild, link >> 1} : PackedDopNode{words, link >> 1, 0};
  }

  int k_;
  std::uint32_t root_mask_;
  DopNode root_;
  std::size_t node_count_;
  std::vector<float>
      words_;  // the links among them, as bits; lanes of a vector may read beyond the last node
};

}  // namespace collisionchip
