// Decodes nodes from their bytes, one after the other, as a traversal comes to them. A node of 21 bytes needs its
// parent's box, so the traversal carries that box along, as a view of the parent.
#pragma once

#include <array>
#include <cstring>

#include "collisionchip/reference/aabb/aabb_format.h"
#include "collisionchip/reference/arithmetic/lanes.h"

namespace collisionchip {

// A node as a traversal has it. Lanes are x, y, z; the fourth one has no meaning.
struct AabbView {
  Float4 low, high;            // of a leaf only where leaves have boxes
  std::uint32_t left, right;   // as stored, without tags; a leaf: left is its triangle
  std::uint8_t flags, leaves;  // of an inner node: its flags, and which children are leaves
  bool is_leaf;

  bool has_leaf(int side) const { return (leaves >> side & 1u) != 0; }
};

inline std::uint32_t word_at(const std::uint8_t* bytes) {
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

inline Float4 numbers_at(const std::uint8_t* bytes) {
  Float4 numbers;
  std::memcpy(&numbers, bytes, sizeof numbers);
  return numbers;
}

// A box's planes come as minimum and maximum of each axis in turn.
inline void read_box(const std::uint8_t* bytes, AabbView& out) {
  const Float4 first = numbers_at(bytes), last = numbers_at(bytes + 8);  // xx yy, yy zz
  out.low = shuffle<0, 2, 6, 6>(first, last);
  out.high = shuffle<1, 3, 7, 7>(first, last);
}

// A child's own planes, by bit: which lanes come from the parent, and where the child's own numbers are.
struct OwnPlanes {
  Mask4 low_is_parents, high_is_parents;
  std::array<std::uint8_t, 6> offset;  // in bytes, from the first own number

  static const std::array<OwnPlanes, 64>& table();
};

template <AabbLayout kLayout>
class AabbReader {
 public:
  // No leaf has a box in a layout without leaves: the root of a single triangle is only that triangle.
  explicit AabbReader(const AabbImage& image)
      : bytes_(image.bytes.data()), leaves_(bytes_ + leaf_offset(kLayout, image.triangles, 0)) {}

  AabbView root(const AabbImage& image) const {
    AabbView view{};
    if (image.triangles > 1) {
      read_box(bytes_, view);
      read_links(bytes_ + links_offset(kLayout, 0), view);
    } else if (has_leaves(kLayout)) {
      read_leaf(0, view);
    } else {
      view.is_leaf = true;  // triangle 0
    }
    return view;
  }

  void children(const AabbView& parent, std::array<AabbView, 2>& out) const {
    child(parent, parent.left, 0, out[0]);
    child(parent, parent.right, 1, out[1]);
  }

  // For a node that will be opened soon.
  void prefetch_children(const AabbView& parent) const {
    prefetch_child(parent.left, parent.has_leaf(0));
    prefetch_child(parent.right, parent.has_leaf(1));
  }

 private:
  void child(const AabbView& parent, std::uint32_t link, int side, AabbView& out) const {
    if (parent.has_leaf(side)) {
      if constexpr (has_leaves(kLayout)) {
        read_leaf(link, out);
      } else {
        out.left = link;
        out.is_leaf = true;
      }
      return;
    }
    const std::uint8_t* node = bytes_ + inner_node_offset(kLayout, link);
    if (has_paired_planes(kLayout) && parent.leaves == 0) {
      child_of_pair(parent, side, out);
    } else if constexpr (has_flags(kLayout)) {
      read_own_planes(node, parent, own_planes(parent, side), out);
      read_links(node + kOwnPlaneBytes, out);
    } else {
      read_box(node, out);
      read_links(node + kBoxBytes, out);
    }
  }

  static const OwnPlanes& own_planes(const AabbView& parent, int side) {
    const std::uint32_t shared = side == 0 ? parent.flags : ~std::uint32_t{parent.flags};
    return OwnPlanes::table()[shared & 63u];
  }

  // A plane that is not the parent's is this child's, in the place of its number.
  void child_of_pair(const AabbView& parent, int side, AabbView& out) const {
    const std::uint8_t* pair = bytes_ + inner_node_offset(kLayout, parent.left);
    const OwnPlanes& planes = own_planes(parent, side);
    read_box(pair, out);
    out.low = select(planes.low_is_parents, parent.low, out.low);
    out.high = select(planes.high_is_parents, parent.high, out.high);
    read_links(pair + kBoxBytes + (side == 0 ? 0 : kFlagLinkBytes), out);
  }

  static void read_own_planes(const std::uint8_t* node, const AabbView& parent, const OwnPlanes& planes,
                              AabbView& out) {
    const auto own = [&](std::size_t p) {
      float number;
      std::memcpy(&number, node + planes.offset[p], sizeof number);
      return number;
    };
    out.low = select(planes.low_is_parents, parent.low, Float4{own(0), own(2), own(4), 0});
    out.high = select(planes.high_is_parents, parent.high, Float4{own(1), own(3), own(5), 0});
  }

  static void read_links(const std::uint8_t* links, AabbView& out) {
    out.left = word_at(links);
    out.right = word_at(links + 4);
    out.is_leaf = false;
    if constexpr (has_flags(kLayout)) {
      out.flags = links[8];
      out.leaves = static_cast<std::uint8_t>(links[8] >> 6);
    } else {
      out.leaves = static_cast<std::uint8_t>(out.left >> 31 | out.right >> 31 << 1);
      out.left &= ~kLeafTag;
      out.right &= ~kLeafTag;
    }
  }

  void read_leaf(std::uint32_t leaf, AabbView& out) const {
    const std::uint8_t* record = leaves_ + leaf * kAabbLeafBytes;
    read_box(record, out);
    out.left = word_at(record + kBoxBytes);
    out.is_leaf = true;
  }

  void prefetch_child(std::uint32_t link, bool is_leaf) const {
    if (!is_leaf) {
      __builtin_prefetch(bytes_ + inner_node_offset(kLayout, link));
    } else if (has_leaves(kLayout)) {
      __builtin_prefetch(leaves_ + link * kAabbLeafBytes);
    }
  }

  const std::uint8_t* bytes_;
  const std::uint8_t* leaves_;
};

}  // namespace collisionchip
