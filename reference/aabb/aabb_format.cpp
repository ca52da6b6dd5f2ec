#include "collisionchip/reference/aabb/aabb_format.h"

#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  void seek(std::size_t offset) { at_ = offset; }
  void byte(std::uint8_t value) { bytes_.at(at_++) = value; }
  void word(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) byte(static_cast<std::uint8_t>(value >> shift));
  }
  void number(float value) { word(bits_of(value)); }
  void box(const Aabb& box) {
    for (const float plane : box.plane) number(plane);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
};

class AabbEncoder {
 public:
  AabbEncoder(const AabbTree& tree, AabbLayout layout, PlaneChoice choice)
      : tree_(tree),
        layout_(layout),
        choice_(choice),
        image_{layout, tree.triangle_count(), tree.root(), {}} {
    const AabbStorage storage = aabb_storage(layout, tree.triangle_count());
    image_.bytes.resize(storage.inner + storage.leaves);
  }

  AabbImage encode() {
    if (has_flags(layout_)) {
      write_flag_nodes();
    } else {
      write_whole_nodes();
    }
    if (has_leaves(layout_) && tree_.nodes().empty()) write_leaf(0, 0);
    return std::move(image_);
  }

 private:
  void write_whole_nodes() {
    for (std::size_t n = 0; n < tree_.nodes().size(); ++n) {
      const AabbNode& node = tree_.nodes()[n];
      writer_.seek(inner_node_offset(layout_, n));
      writer_.box(node.box);
      write_links(node, kLeafTag);
    }
  }

  // Parents come before their children: a box that has grown is the next level's parent.
  void write_flag_nodes() {
    const std::size_t count = tree_.nodes().size();
    std::vector<Aabb> boxes(count);
    std::vector<std::size_t> links(count);  // where they stand
    if (count > 0) {
      boxes[0] = tree_.root();
      links[0] = links_offset(layout_, 0);
      writer_.box(boxes[0]);
    }
    for (std::size_t n = 0; n < count; ++n) {
      const AabbNode& node = tree_.nodes()[n];
      const bool are_paired = has_paired_planes(layout_) && node.leaves == 0;
      const PlaneFlags planes = choose_planes(boxes[n], tree_.child_box(node, 0), tree_.child_box(node, 1),
                                              node.leaves, are_paired ? PlaneChoice::unlimited : choice_);
      const std::array<const Aabb*, 2> children = {&planes.left, &planes.right};
      for (std::size_t side = 0; side < 2; ++side) {
        if (node.is_leaf(static_cast<int>(side))) continue;
        const std::uint32_t child = node.child[side];
        boxes[child] = *children[side];
        links[child] = are_paired
                           ? inner_node_offset(layout_, node.child[0]) + kBoxBytes + side * kFlagLinkBytes
                           : links_offset(layout_, child);
        write_own_planes(inner_node_offset(layout_, are_paired ? node.child[0] : child), *children[side],
                         side == 0 ? planes.flags : ~std::uint32_t{planes.flags}, are_paired);
      }
      writer_.seek(links[n]);
      write_links(node, 0);
      writer_.seek(links[n] + 8);
      writer_.byte(static_cast<std::uint8_t>(planes.flags | node.leaves << 6));
    }
  }

  // One behind the other, or, of a pair, each in the place of its number.
  void write_own_planes(std::size_t offset, const Aabb& box, std::uint32_t shared, bool in_places) {
    writer_.seek(offset);
    for (std::uint32_t p = 0; p < 6; ++p) {
      if ((shared >> p & 1u) != 0) continue;
      if (in_places) writer_.seek(offset + p * sizeof(float));
      writer_.number(box.plane[p]);
    }
  }

  // The numbers of both children, then their leaves, side by side at the end.
  void write_links(const AabbNode& node, std::uint32_t leaf_tag) {
    std::array<std::uint32_t, 2> links = node.child;
    for (int side = 0; side < 2; ++side) {
      std::uint32_t& link = links[static_cast<std::size_t>(side)];
      if (!node.is_leaf(side)) continue;
      if (has_leaves(layout_)) link = next_leaf_++;
      link |= leaf_tag;
    }
    writer_.word(links[0]);
    writer_.word(links[1]);
    for (int side = 0; side < 2 && has_leaves(layout_); ++side) {
      if (!node.is_leaf(side)) continue;
      const auto place = static_cast<std::size_t>(side);
      write_leaf(links[place] & ~leaf_tag, node.child[place]);
    }
  }

  void write_leaf(std::uint32_t leaf, std::uint32_t triangle) {
    writer_.seek(leaf_offset(layout_, image_.triangles, leaf));
    writer_.box(tree_.leaf_box(triangle));
    writer_.word(triangle);
  }

  const AabbTree& tree_;
  const AabbLayout layout_;
  const PlaneChoice choice_;
  AabbImage image_;
  ByteWriter writer_{image_.bytes};
  std::uint32_t next_leaf_ = 0;
};

}  // namespace

AabbStorage aabb_storage(AabbLayout layout, std::uint32_t triangles) {
  const std::uint64_t n = triangles;
  return {inner_node_offset(layout, n - 1), has_leaves(layout) ? n * kAabbLeafBytes : 0,
          n * 9 * sizeof(float), n * 3 * sizeof(std::uint32_t)};
}

AabbImage encode(const AabbTree& tree, AabbLayout layout, PlaneChoice choice) {
  return AabbEncoder(tree, layout, choice).encode();
}

}  // namespace collisionchip
