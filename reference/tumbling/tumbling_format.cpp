#include "collisionchip/reference/tumbling/tumbling_format.h"

#include "collisionchip/reference/traverse/quickcd_scheme.h"

namespace collisionchip {

namespace {

struct TumblingFormatTree : FormatTree {
  CollisionObject object;
  std::unique_ptr<TumbledTree> tumbled;  // remembers the last pose, also in const functions

  TumblingFormatTree(const Mesh& mesh, const TreeOptions& options, Tumbling way, int hill_levels)
      : object(CollisionObject::build(mesh, options)),
        tumbled(std::make_unique<TumbledTree>(mesh, object.tree, way, hill_levels)) {}
  std::uint64_t nodes() const override { return object.tree.nodes().size(); }
  std::uint64_t bytes() const override { return nodes() * sizeof(DopNode) + tumbled->bytes(); }
  int depth() const override { return object.tree.triangle_count() == 1 ? 0 : object.tree.depth(); }
};

// For QuickcdTraversal.
class TumblingVolumes {
 public:
  using Transformed = PartnerDop;

  TumblingVolumes(TumbledTree& tumbled, const DopTree& aligned)
      : memory_(tumbled), tumbled_(tumbled.tree()), aligned_(aligned) {}

  std::size_t tumbled_nodes() const { return tumbled_.nodes().size(); }
  Span tumbled_roots() const { return roots(tumbled_); }
  Span aligned_roots() const { return roots(aligned_); }
  bool tumbled_is_leaf(std::uint32_t node) const { return tumbled_.nodes()[node].is_leaf(); }
  bool aligned_is_leaf(std::uint32_t node) const { return aligned_.nodes()[node].is_leaf(); }
  Span tumbled_children(std::uint32_t node) const { return {2 * tumbled_.nodes()[node].child, 2}; }
  Span aligned_children(std::uint32_t node) const { return {2 * aligned_.nodes()[node].child, 2}; }
  template <typename Visit>
  void for_each_triangle_pair(std::uint32_t tumbled, std::uint32_t aligned, const Visit& visit) const {
    visit(tumbled_.nodes()[tumbled].triangle, aligned_.nodes()[aligned].triangle);
  }
  void tumble(std::uint32_t node, PartnerDop& out) { memory_.tumble(node, out); }
  bool overlap(const PartnerDop& tumbled, std::uint32_t aligned) const {
    return collisionchip::overlap(aligned_.k(), tumbled, aligned_.nodes()[aligned]);
  }

 private:
  static Span roots(const DopTree& tree) { return {0, tree.root_mask() == 1 ? 1u : 2u}; }

  TumbledTree& memory_;
  const DopTree& tumbled_;
  const DopTree& aligned_;
};

class TumblingFormat : public TreeFormat {
 public:
  TumblingFormat(Tumbling way, int hill_levels) : way_(way), hill_levels_(hill_levels) {}

  std::string name() const override { return "dop128-" + tumbling_names()[static_cast<std::size_t>(way_)]; }
  std::string volume() const override { return "dop"; }
  std::vector<int> ks() const override { return tree_format("dop128").ks(); }
  std::vector<std::string> builders() const override { return dop_builder_names(); }
  std::vector<std::string> traversals() const override { return {"quickcd"}; }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    return std::make_unique<TumblingFormatTree>(mesh, options, way_, hill_levels_);
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string&) const override {
    static thread_local TransformedNodes<PartnerDop> memory;
    const auto& tree_a = static_cast<const TumblingFormatTree&>(a);
    const auto& tree_b = static_cast<const TumblingFormatTree&>(b);
    const bool a_tumbles = options.tumbled_side == TumbledSide::a;
    TumbledTree& tumbled = *(a_tumbles ? tree_a : tree_b).tumbled;
    const DopTree& aligned = (a_tumbles ? tree_b : tree_a).object.tree;
    tumbled.begin_query(RigidMap::of(pose, options.tumbled_side));
    const TriangleQuery query(tree_a.object.triangles, tree_b.object.triangles, pose, options);
    TumblingVolumes volumes(tumbled, aligned);
    return QuickcdTraversal<TumblingVolumes>(query, volumes, memory).run();
  }

 private:
  Tumbling way_;
  int hill_levels_;
};

}  // namespace

std::unique_ptr<TreeFormat> make_tumbling_format(Tumbling way, int hill_levels) {
  return std::make_unique<TumblingFormat>(way, hill_levels);
}

}  // namespace collisionchip
