// Trees of oriented boxes as the traversals see them. Records are decoded at every visit.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/obb/obb_overlap.h"
#include "collisionchip/reference/obb/obb_transform.h"
#include "collisionchip/reference/obb/obb_tree.h"

namespace collisionchip {

struct ObbNode {
  ObbLanes box;
  bool leaf;
  std::uint32_t child;     // pair of nodes
  std::uint32_t triangle;  // of a leaf; 0 of an inner node, whose triangle a traversal may look at as well

  bool is_leaf() const { return leaf; }
};

// Traversals count pairs of nodes: the root is the only node in pair 0, box b > 0 is node b + 1.
template <typename Codec>
class ObbNodes {
 public:
  explicit ObbNodes(const ObbImage& image) : words_(image.words.data()), boxes_(image.boxes()) {}

  std::size_t size() const { return std::size_t{boxes_} + 1; }
  ObbNode operator[](std::size_t node) const {
    const std::uint32_t* words = record(node);
    const ObbLink link = Codec::link(words);
    return {Codec::box(words), link.is_leaf, (link.number + 1) / 2, link.is_leaf ? link.number : 0};
  }
  const std::uint32_t* record(std::size_t node) const {
    return words_ + (node == 0 ? 0 : node - 1) * Codec::kWords;
  }

 private:
  const std::uint32_t* words_;
  std::uint32_t boxes_;
};

template <typename Codec>
class ObbTreeView {
 public:
  explicit ObbTreeView(const ObbImage& image) : nodes_(image) {}

  const ObbNodes<Codec>& nodes() const { return nodes_; }
  ObbNode node(std::uint32_t pair, int side) const {
    return nodes_[2 * std::size_t{pair} + static_cast<std::size_t>(side)];
  }
  std::uint32_t root_mask() const { return 1; }
  void prefetch_pair(std::uint32_t pair) const {
    const char* bytes = reinterpret_cast<const char*>(nodes_.record(2 * std::size_t{pair}));
    for (std::size_t line = 0; line < 2 * Codec::kLayout.bytes + 60; line += 64)
      __builtin_prefetch(bytes + line);
  }

 private:
  ObbNodes<Codec> nodes_;
};

// View: the tree as pairs of nodes; with nodes() where single nodes are transformed.
template <typename Codec, typename View = ObbTreeView<Codec>>
class ObbVolumes {
 public:
  using Tree = View;
  using Node = ObbNode;
  using Transformed = ObbPartner;

  // Source: what a View is made of.
  template <typename Source>
  ObbVolumes(Source& tumbled, Source& aligned, const ObbTransform& transform)
      : tumbled_(tumbled),
        aligned_(aligned),
        map_(transform.r, transform.t),
        epsilon_{transform.epsilon, transform.epsilon, transform.epsilon, transform.epsilon} {}

  const Tree& tumbled() const { return tumbled_; }
  const Tree& aligned() const { return aligned_; }
  // `node`: its place in nodes() of the tumbled tree.
  void transform(std::uint32_t node, ObbPartner& out) const {
    transform_obb(map_, tumbled_.nodes()[node].box, out);
  }
  void transform_pair(std::uint32_t pair, std::array<ObbPartner, 2>& out) const {
    for (int i = 0; i < 2; ++i)
      transform_obb(map_, tumbled_.node(pair, i).box, out[static_cast<std::size_t>(i)]);
  }
  bool overlap(const ObbPartner& tumbled, const ObbNode& aligned) const {
    return obbs_overlap(tumbled, aligned.box, epsilon_);
  }

 private:
  const Tree tumbled_, aligned_;
  const ObbMap map_;
  const Float4 epsilon_;
};

}  // namespace collisionchip
