#include "collisionchip/reference/aabb/aabb_volumes.h"

#include <numeric>
#include <utility>
#include <vector>

#include "collisionchip/reference/aabb/aabb_tree.h"
#include "collisionchip/reference/aabb/leafless_places.h"
#include "collisionchip/reference/aabb/plane_flags.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/traverse/list_scheme.h"

namespace collisionchip {

namespace {

// A node as the list traversal sees it.
struct BoxNode {
  Float4 low, high;
  VolumeLink link;
  std::uint32_t child = 0, triangle = 0;

  bool is_leaf() const { return link.leaf; }
};

BoxNode node_of(const Aabb& box, const VolumeLink& link) {
  const auto lanes = [&](std::size_t end) {
    return Float4{box.plane[end], box.plane[2 + end], box.plane[4 + end], 0};
  };
  return {lanes(0), lanes(1), link, link.leaf ? 0 : link.number, link.leaf ? link.number : 0};
}

class AabbVolumeTree : public VolumeTree {
 public:
  AabbVolumeTree(const AabbTree& tree, AabbPairFormat format, PairOrder order) : format_(format) {
    const auto pairs = tree.nodes().empty() ? 1u : static_cast<std::uint32_t>(tree.nodes().size());
    words_.resize(pairs * pair_words());
    nodes_.resize(2 * std::size_t{pairs});
    above_.resize(pairs);
    root_.box = tree.root();
    if (tree.nodes().empty()) {
      store_only(tree);
      return;
    }
    std::vector<Aabb> boxes(pairs);  // as they are decoded
    boxes[0] = root_.box;
    const std::vector<std::uint32_t> numbers = pair_numbers(tree, order);
    for (std::uint32_t node = 0; node < pairs; ++node) store(tree, node, numbers, boxes);
    if (is_leafless()) place(order);
  }

  std::string node_format() const override { return nodes_as_stored().name; }
  std::uint32_t number(std::uint32_t pair) const override { return is_leafless() ? places_[pair] : pair; }
  const std::uint32_t* words(std::uint32_t pair, std::uint32_t side) const override {
    return words_.data() + pair * pair_words() + side * (is_32() ? kAabb32Words : kAabb21Words);
  }
  VolumeLink link(std::uint32_t pair, std::uint32_t side) const override { return node(pair, side).link; }
  std::vector<std::uint32_t> matrix_words(const VolumeTree& aligned, const Pose& pose,
                                          TumbledSide tumbled) const override {
    std::vector<std::uint32_t> words;
    const auto add = [&](const auto& numbers) {
      for (const float number : numbers) words.push_back(bits_of(number));
    };
    if (is_leafless()) {
      add(NodeOverlap(pose, tumbled, root_.box, tree_of(aligned).root_.box).numbers());
    } else {
      add(overlap_with(aligned, pose, tumbled).numbers());
    }
    for (const AabbParent* root : {&root_, &tree_of(aligned).root_}) {
      for (const float plane : root->box.plane) words.push_back(bits_of(plane));
      words.push_back(root->flags);
    }
    words.resize((is_leafless() ? kLeaflessMatrixRows : kAabbMatrixRows) * std::size_t{5});
    return words;
  }
  QueryResult list_traversal(const VolumeTree& aligned, const TriangleQuery& query,
                             ListTape* tape) const override {
    if (is_leafless()) return walk(LeaflessVolumes(*this, tree_of(aligned), query), query, tape);
    return walk(
        Volumes(*this, tree_of(aligned), overlap_with(aligned, query.pose, query.options.tumbled_side)),
        query, tape);
  }

  // For the list traversal.
  std::uint32_t root_mask() const { return single_ ? 1 : 3; }
  const BoxNode& node(std::uint32_t pair, std::uint32_t side) const {
    return nodes_[2 * std::size_t{pair} + side];
  }

 private:
  class Volumes {
   public:
    using Tree = AabbVolumeTree;
    using Node = BoxNode;
    using Transformed = BoxOverlap::Moved;

    Volumes(const Tree& tumbled, const Tree& aligned, const BoxOverlap& overlap)
        : tumbled_(tumbled), aligned_(aligned), overlap_(overlap) {}
    const Tree& tumbled() const { return tumbled_; }
    const Tree& aligned() const { return aligned_; }
    void transform_pair(std::uint32_t pair, std::array<Transformed, 2>& out) const {
      for (std::uint32_t side = 0; side < 2; ++side)
        overlap_.move(tumbled_.node(pair, side).low, tumbled_.node(pair, side).high, out[side]);
    }
    bool overlap(const Transformed& tumbled, const Node& aligned) const {
      return overlap_.overlap(tumbled, aligned.low, aligned.high);
    }

   private:
    const Tree &tumbled_, &aligned_;
    const BoxOverlap overlap_;
  };

  // A leaf is the triangle that the query has.
  class LeaflessVolumes {
   public:
    using Tree = AabbVolumeTree;
    using Node = BoxNode;
    using Transformed = NodeOverlap::Placed;

    LeaflessVolumes(const Tree& tumbled, const Tree& aligned, const TriangleQuery& query)
        : tumbled_(tumbled),
          aligned_(aligned),
          query_(query),
          overlap_(query.pose, query.options.tumbled_side, tumbled.root_.box, aligned.root_.box) {}
    const Tree& tumbled() const { return tumbled_; }
    const Tree& aligned() const { return aligned_; }
    void transform_pair(std::uint32_t pair, std::array<Transformed, 2>& out) const {
      for (std::uint32_t side = 0; side < 2; ++side)
        overlap_.place(met(tumbled_.node(pair, side), query_.tumbled), out[side]);
    }
    bool overlap(Transformed& tumbled, const Node& aligned) const {
      const NodeOverlap::Node node = met(aligned, query_.aligned);
      if (&aligned != last_) moved_ = overlap_.moved(node);
      last_ = &aligned;
      return overlap_.test(tumbled, node, moved_).meet;
    }

   private:
    static NodeOverlap::Node met(const Node& node, const std::vector<TriangleRecord>& triangles) {
      if (!node.is_leaf()) return {node.low, node.high, {}, false};
      return {Float4{}, Float4{}, triangles[node.triangle].corners, true};
    }

    const Tree &tumbled_, &aligned_;
    const TriangleQuery& query_;
    const NodeOverlap overlap_;
    // The aligned node that came last: it meets two tumbled ones.
    mutable const Node* last_ = nullptr;
    mutable TriangleBoxTest::Moved moved_{};
  };

  template <typename AnyVolumes>
  static QueryResult walk(const AnyVolumes& volumes, const TriangleQuery& query, ListTape* tape) {
    if (tape != nullptr) return ListTraversal<AnyVolumes, true>(query, volumes, tape).run();
    return ListTraversal<AnyVolumes, false>(query, volumes, nullptr).run();
  }

  bool is_32() const {
    return format_ == AabbPairFormat::aabb32 || format_ == AabbPairFormat::aabb32_leafless;
  }
  bool is_leafless() const {
    return format_ == AabbPairFormat::aabb32_leafless || format_ == AabbPairFormat::aabb21_leafless;
  }
  const NodeFormat& nodes_as_stored() const {
    if (is_leafless()) return is_32() ? kAabb32Leafless : kAabb21Leafless;
    return is_32() ? kAabb32 : kAabb21;
  }
  std::uint32_t pair_words() const { return is_32() ? 2 * kAabb32Words : kAabb21FlagsWord + 1; }
  static const AabbVolumeTree& tree_of(const VolumeTree& other) {
    return dynamic_cast<const AabbVolumeTree&>(other);
  }
  BoxOverlap overlap_with(const VolumeTree& aligned, const Pose& pose, TumbledSide tumbled) const {
    return {RigidMap::of(pose, tumbled), root_.box, tree_of(aligned).root_.box};
  }

  // The only triangle is the left member of its pair. The right member is as large and is never visited.
  void store_only(const AabbTree& tree) {
    single_ = true;
    const PlaneFlags planes = {0x15, tree.root(), tree.root()};
    root_.flags = planes.flags;
    put(0, planes, {VolumeLink{true, 0}, VolumeLink{true, 0}});
    if (is_leafless()) place(PairOrder::as_built);
  }

  void place(PairOrder order) {
    std::vector<std::uint8_t> leaves;
    for (std::size_t pair = 0; pair < above_.size(); ++pair)
      leaves.push_back(
          static_cast<std::uint8_t>(nodes_[2 * pair].is_leaf() | nodes_[2 * pair + 1].is_leaf() << 1));
    places_ = leafless_numbers(nodes_as_stored(), leaves, order == PairOrder::depth_first);
  }

  // The number of the pair with a node's children, by the number of the node. Parents come before their children.
  static std::vector<std::uint32_t> pair_numbers(const AabbTree& tree, PairOrder order) {
    const std::vector<AabbNode>& nodes = tree.nodes();
    std::vector<std::uint32_t> numbers(nodes.size()), below(nodes.size(), 1);  // pairs at and below a node
    std::iota(numbers.begin(), numbers.end(), 0u);
    if (order == PairOrder::as_built) return numbers;
    for (std::size_t n = nodes.size(); n-- > 0;) {
      for (std::size_t side = 0; side < 2; ++side)
        below[n] += nodes[n].is_leaf(static_cast<int>(side)) ? 0 : below[nodes[n].child[side]];
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      std::uint32_t next = numbers[n] + 1;
      for (std::size_t side = 0; side < 2; ++side) {
        if (nodes[n].is_leaf(static_cast<int>(side))) continue;
        numbers[nodes[n].child[side]] = next;
        next += below[nodes[n].child[side]];
      }
    }
    return numbers;
  }

  void store(const AabbTree& tree, std::uint32_t number, const std::vector<std::uint32_t>& pair_numbers,
             std::vector<Aabb>& boxes) {
    const AabbNode& node = tree.nodes()[number];
    const std::uint32_t pair = pair_numbers[number];
    PlaneFlags planes{0, tree.child_box(node, 0), tree.child_box(node, 1)};
    // A leaf without a node has no planes, and what it would have costs nothing.
    const std::uint32_t free = is_leafless() ? node.leaves : 0;
    if (!is_32()) planes = choose_planes(boxes[number], planes.left, planes.right, free, PlaneChoice::any);
    std::array<VolumeLink, 2> links;
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t child = node.child[static_cast<std::size_t>(side)];
      links[static_cast<std::size_t>(side)] = {node.is_leaf(side),
                                               node.is_leaf(side) ? child : pair_numbers[child]};
      if (!node.is_leaf(side)) boxes[child] = side == 0 ? planes.left : planes.right;
    }
    if (pair == 0) root_.flags = planes.flags;
    put(pair, planes, links);
    if (!is_32() && pair > 0) add_flags(pair, planes.flags);
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (!links[side].leaf) above_[links[side].number] = 2 * pair + side;
    }
  }

  void put(std::uint32_t pair, const PlaneFlags& planes, const std::array<VolumeLink, 2>& links) {
    for (std::uint32_t side = 0; side < 2; ++side) {
      const Aabb& box = side == 0 ? planes.left : planes.right;
      const std::uint32_t shared = is_32() ? 0 : side == 0 ? planes.flags : ~std::uint32_t{planes.flags};
      std::uint32_t* word =
          words_.data() + pair * pair_words() + side * (is_32() ? kAabb32Words : kAabb21Words);
      for (std::uint32_t p = 0; p < 6; ++p) {
        if ((shared >> p & 1u) == 0) *word++ = bits_of(box.plane[p]);
      }
      nodes_[2 * std::size_t{pair} + side] = node_of(box, links[side]);
    }
  }

  // Into the word behind the pair that holds the node whose children these are.
  void add_flags(std::uint32_t pair, std::uint32_t flags) {
    words_[above_[pair] / 2 * pair_words() + kAabb21FlagsWord] |= flags << 8 * (above_[pair] % 2);
  }

  const AabbPairFormat format_;
  bool single_ = false;
  AabbParent root_;
  std::vector<std::uint32_t> words_;
  std::vector<BoxNode> nodes_;
  std::vector<std::uint32_t> above_;   // of each pair, the node whose children it holds
  std::vector<std::uint32_t> places_;  // without leaves: the number of each pair in the memory
};

}  // namespace

std::shared_ptr<const VolumeTree> make_aabb_volumes(const Mesh& mesh, AabbPairFormat format,
                                                    PairOrder order) {
  return std::make_shared<AabbVolumeTree>(AabbTree::build(mesh), format, order);
}

}  // namespace collisionchip
