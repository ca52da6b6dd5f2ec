#include "collisionchip/reference/formats/aabb_formats.h"

#include "collisionchip/reference/aabb/aabb_object.h"

namespace collisionchip {

namespace {

struct AabbFormatTree : FormatTree {
  AabbObject object;

  explicit AabbFormatTree(AabbObject built) : object(std::move(built)) {}
  std::uint64_t nodes() const override { return object.image.node_count(); }
  std::uint64_t bytes() const override { return object.image.bytes.size(); }
  int depth() const override { return object.depth; }
};

class AabbFormat : public TreeFormat {
 public:
  AabbFormat(const char* name, AabbLayout layout) : name_(name), layout_(layout) {}

  std::string name() const override { return name_; }
  std::string volume() const override { return "aabb"; }
  std::vector<std::string> builders() const override { return {"top_down"}; }
  std::vector<std::string> traversals() const override { return {"figure3", "list"}; }

  // The split rule of DOP trees, the default of the options, stands for the default of these: the middle.
  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    const SplitPoint point =
        options.split_rule == TreeOptions{}.split_rule ? SplitPoint::middle : split_point(options.split_rule);
    const AabbTree tree = AabbTree::build(mesh, point, options.while_building);
    return std::make_unique<AabbFormatTree>(AabbObject(mesh, tree, layout_));
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    const AabbObject& object_a = static_cast<const AabbFormatTree&>(a).object;
    const AabbObject& object_b = static_cast<const AabbFormatTree&>(b).object;
    if (traversal == "list") return aabb_list_traversal(object_a, object_b, pose, options);
    return figure3_traversal(object_a, object_b, pose, options);
  }

 private:
  const char* name_;
  AabbLayout layout_;
};

}  // namespace

std::vector<const TreeFormat*> aabb_formats() {
  static const AabbFormat aabb32("aabb32", AabbLayout::aabb32);
  static const AabbFormat aabb21("aabb21", AabbLayout::aabb21);
  static const AabbFormat aabb32_leafless("aabb32-leafless", AabbLayout::aabb32_leafless);
  static const AabbFormat aabb21_leafless("aabb21-leafless", AabbLayout::aabb21_leafless);
  return {&aabb32, &aabb21, &aabb32_leafless, &aabb21_leafless};
}

}  // namespace collisionchip
