#include "collisionchip/reference/traverse/quickcd_traversal.h"

#include <stdexcept>

#include "collisionchip/reference/traverse/quickcd_scheme.h"

namespace collisionchip {

namespace {

// The two kinds of trees, asked in one way.
class PairsOfNodes {
 public:
  explicit PairsOfNodes(const DopTree& tree)
      : nodes_(tree.nodes()), roots_{0, tree.root_mask() == 1 ? 1u : 2u} {}

  std::size_t size() const { return nodes_.size(); }
  const DopNode& dop(std::uint32_t node) const { return nodes_[node]; }
  bool is_leaf(std::uint32_t node) const { return nodes_[node].is_leaf(); }
  Span roots() const { return roots_; }
  Span children(std::uint32_t node) const { return {2 * nodes_[node].child, 2}; }
  template <typename Visit>
  void for_each_triangle(std::uint32_t leaf, const Visit& visit) const {
    visit(nodes_[leaf].triangle);
  }

 private:
  const std::vector<DopNode>& nodes_;
  Span roots_;
};

class WideNodes {
 public:
  explicit WideNodes(const DopWideTree& tree) : tree_(tree) {}

  std::size_t size() const { return tree_.nodes().size(); }
  const DopNode& dop(std::uint32_t node) const { return tree_.nodes()[node].dop; }
  bool is_leaf(std::uint32_t node) const { return tree_.nodes()[node].is_leaf(); }
  Span roots() const { return tree_.roots(); }
  Span children(std::uint32_t node) const { return tree_.nodes()[node].children; }
  template <typename Visit>
  void for_each_triangle(std::uint32_t leaf, const Visit& visit) const {
    const Span& triangles = tree_.nodes()[leaf].triangles;
    for (std::uint32_t i = 0; i < triangles.count; ++i) visit(tree_.triangles()[triangles.first + i]);
  }

 private:
  const DopWideTree& tree_;
};

template <typename Tree, int kHalf>
class QuickcdVolumes {
 public:
  using Transformed = PartnerDop;

  QuickcdVolumes(const Tree& tumbled, const Tree& aligned, const DopTransform& transform)
      : tumbled_(tumbled), aligned_(aligned), transform_(transform) {}

  std::size_t tumbled_nodes() const { return tumbled_.size(); }
  Span tumbled_roots() const { return tumbled_.roots(); }
  Span aligned_roots() const { return aligned_.roots(); }
  bool tumbled_is_leaf(std::uint32_t node) const { return tumbled_.is_leaf(node); }
  bool aligned_is_leaf(std::uint32_t node) const { return aligned_.is_leaf(node); }
  Span tumbled_children(std::uint32_t node) const { return tumbled_.children(node); }
  Span aligned_children(std::uint32_t node) const { return aligned_.children(node); }
  template <typename Visit>
  void for_each_triangle_pair(std::uint32_t tumbled, std::uint32_t aligned, const Visit& visit) const {
    tumbled_.for_each_triangle(tumbled, [&](std::uint32_t t) {
      aligned_.for_each_triangle(aligned, [&](std::uint32_t a) { visit(t, a); });
    });
  }
  void tumble(std::uint32_t node, PartnerDop& out) const { transform_.apply(tumbled_.dop(node), out); }
  bool overlap(const PartnerDop& tumbled, std::uint32_t aligned) const {
    return collisionchip::overlap<kHalf>(tumbled, aligned_.dop(aligned));
  }

 private:
  const Tree& tumbled_;
  const Tree& aligned_;
  const DopTransform& transform_;
};

template <typename Tree, typename Object>
QueryResult traverse(const Object& a, const Object& b, const Pose& pose, const QueryOptions& options,
                     TransformedNodes<PartnerDop>& memory) {
  if (a.tree.k() != b.tree.k()) throw std::invalid_argument("both objects need trees of the same k");
  const bool a_tumbles = options.tumbled_side == TumbledSide::a;
  const Object &tumbled = a_tumbles ? a : b, &aligned = a_tumbles ? b : a;
  const DopTransform transform =
      make_dop_transform(tumbled.tree.k(), RigidMap::of(pose, options.tumbled_side), tumbled.tree.root());
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  const Tree tumbled_nodes(tumbled.tree), aligned_nodes(aligned.tree);
  return with_half(tumbled.tree.k(), [&](auto half) {
    using Volumes = QuickcdVolumes<Tree, half.value>;
    Volumes volumes(tumbled_nodes, aligned_nodes, transform);
    return QuickcdTraversal<Volumes>(query, volumes, memory).run();
  });
}

}  // namespace

QueryResult quickcd_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                              const QueryOptions& options, TransformedNodes<PartnerDop>& memory) {
  return traverse<PairsOfNodes>(a, b, pose, options, memory);
}

QueryResult quickcd_traversal(const DopWideObject& a, const DopWideObject& b, const Pose& pose,
                              const QueryOptions& options, TransformedNodes<PartnerDop>& memory) {
  return traverse<WideNodes>(a, b, pose, options, memory);
}

}  // namespace collisionchip
