#include "collisionchip/reference/formats/dop_formats.h"

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

namespace {

struct DopFormatTree : FormatTree {
  CollisionObject object;

  explicit DopFormatTree(CollisionObject built) : object(std::move(built)) {}
  std::uint64_t nodes() const override { return object.tree.nodes().size(); }
  std::uint64_t bytes() const override { return nodes() * sizeof(DopNode); }
  int depth() const override { return object.tree.triangle_count() == 1 ? 0 : object.tree.depth(); }
};

// Records of 128 bytes, whatever k (§3.3).
class Dop128 : public TreeFormat {
 public:
  std::string name() const override { return "dop128"; }
  std::string volume() const override { return "dop"; }
  std::vector<int> ks() const override { return {6, 8, 12, 14, 18, 24, 26}; }
  std::vector<std::string> builders() const override { return dop_builder_names(); }
  std::vector<std::string> traversals() const override { return {"list", "single_list", "simultaneous"}; }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    return std::make_unique<DopFormatTree>(CollisionObject::build(mesh, options));
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    const CollisionObject& object_a = static_cast<const DopFormatTree&>(a).object;
    const CollisionObject& object_b = static_cast<const DopFormatTree&>(b).object;
    if (traversal == "simultaneous") return simultaneous_traversal(object_a, object_b, pose, options);
    if (traversal == "single_list") return single_list_traversal(object_a, object_b, pose, options);
    return list_traversal(object_a, object_b, pose, options);
  }

  const CollisionObject* chip_object(const FormatTree& tree) const override {
    const CollisionObject& object = static_cast<const DopFormatTree&>(tree).object;
    return dop_directions(object.tree.k()).has_axes() ? &object : nullptr;  // the chip's k have axes
  }
};

}  // namespace

std::vector<const TreeFormat*> dop_formats() {
  static const Dop128 dop128;
  return {&dop128};
}

}  // namespace collisionchip
