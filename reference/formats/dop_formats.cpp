#include "collisionchip/reference/formats/dop_formats.h"

#include <optional>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/packed_traversal.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/traverse/quickcd_traversal.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

namespace {

const std::vector<int> kAllDops = {6, 8, 12, 14, 18, 24, 26};

struct DopFormatTree : FormatTree {
  CollisionObject object;

  explicit DopFormatTree(CollisionObject built) : object(std::move(built)) {}
  std::uint64_t nodes() const override { return object.tree.nodes().size(); }
  std::uint64_t bytes() const override { return nodes() * sizeof(DopNode); }
  int depth() const override { return object.tree.triangle_count() == 1 ? 0 : object.tree.depth(); }
};

// A tree with more than two children in a node, or with several triangles in a leaf.
struct WideFormatTree : FormatTree {
  DopWideObject object;

  explicit WideFormatTree(DopWideObject built) : object(std::move(built)) {}
  std::uint64_t nodes() const override { return object.tree.nodes().size(); }
  std::uint64_t bytes() const override { return nodes() * sizeof(DopNode); }
  int depth() const override { return nodes() == 1 ? 0 : object.tree.depth(); }
};

struct PackedFormatTree : FormatTree {
  PackedDopObject object;
  int levels;

  PackedFormatTree(const CollisionObject& built)
      : object{PackedDopTree(built.tree), built.triangles},
        levels(built.tree.triangle_count() == 1 ? 0 : built.tree.depth()) {}
  std::uint64_t nodes() const override { return object.tree.node_count(); }
  std::uint64_t bytes() const override { return object.tree.bytes(); }
  int depth() const override { return levels; }
};

// Records of 128 bytes, whatever k (§3.3). Trees of more children or larger leaves are walked as QuickCD does.
class Dop128 : public TreeFormat {
 public:
  std::string name() const override { return "dop128"; }
  std::string volume() const override { return "dop"; }
  std::vector<int> ks() const override { return kAllDops; }
  std::vector<std::string> builders() const override { return dop_builder_names(); }
  std::vector<std::string> traversals() const override {
    return {"list", "single_list", "simultaneous", "quickcd"};
  }
  bool has_shape(int, int) const override { return true; }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    CollisionObject pairs = CollisionObject::build(mesh, pairs_of_nodes(options));
    if (options.degree == 2 && options.leaf_size == 1)
      return std::make_unique<DopFormatTree>(std::move(pairs));
    return std::make_unique<WideFormatTree>(
        DopWideObject{DopWideTree::of(pairs.tree, options), std::move(pairs.triangles)});
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    static thread_local TransformedNodes<PartnerDop> memory;
    if (const auto* wide = dynamic_cast<const WideFormatTree*>(&a))
      return quickcd_traversal(wide->object, static_cast<const WideFormatTree&>(b).object, pose, options,
                               memory);
    const CollisionObject& object_a = static_cast<const DopFormatTree&>(a).object;
    const CollisionObject& object_b = static_cast<const DopFormatTree&>(b).object;
    if (traversal == "quickcd") return quickcd_traversal(object_a, object_b, pose, options, memory);
    if (traversal == "simultaneous") return simultaneous_traversal(object_a, object_b, pose, options);
    if (traversal == "single_list") return single_list_traversal(object_a, object_b, pose, options);
    return list_traversal(object_a, object_b, pose, options);
  }

  // The chip's trees are pairs, and its k have axes.
  const CollisionObject* chip_object(const FormatTree& tree) const override {
    const auto* pairs = dynamic_cast<const DopFormatTree*>(&tree);
    return pairs != nullptr && dop_directions(pairs->object.tree.k()).has_axes() ? &pairs->object : nullptr;
  }

 private:
  static TreeOptions pairs_of_nodes(const TreeOptions& options) {
    check_tree_options(options);
    TreeOptions binary = options;
    binary.degree = 2;
    binary.leaf_size = 1;
    return binary;
  }
};

// k coefficients and a link: 4k + 4 bytes.
class DopPacked : public TreeFormat {
 public:
  std::string name() const override { return "dop_packed"; }
  std::string volume() const override { return "dop"; }
  std::vector<int> ks() const override { return kAllDops; }
  std::vector<std::string> builders() const override { return dop_builder_names(); }
  std::vector<std::string> traversals() const override { return {"list"}; }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    return std::make_unique<PackedFormatTree>(CollisionObject::build(mesh, options));
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string&) const override {
    return packed_list_traversal(static_cast<const PackedFormatTree&>(a).object,
                                 static_cast<const PackedFormatTree&>(b).object, pose, options);
  }
};

}  // namespace

std::vector<const TreeFormat*> dop_formats() {
  static const Dop128 dop128;
  static const DopPacked packed;
  return {&dop128, &packed};
}

}  // namespace collisionchip
