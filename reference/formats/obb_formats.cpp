#include "collisionchip/reference/formats/obb_formats.h"

#include "collisionchip/reference/obb/obb_double.h"
#include "collisionchip/reference/obb/obb_volumes.h"
#include "collisionchip/reference/obb/rapid_traversal.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/list_scheme.h"
#include "collisionchip/reference/traverse/simultaneous_scheme.h"
#include "collisionchip/reference/traverse/single_list_scheme.h"

namespace collisionchip {

namespace {

struct ObbFormatTree : FormatTree {
  ObbTree tree;
  std::vector<TriangleRecord> triangles;

  ObbFormatTree(const Mesh& mesh, ObbEncoding encoding, const TreeOptions& options)
      : tree(ObbTree::build(mesh, encoding, options)) {
    triangles.reserve(mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
      triangles.push_back(make_triangle_record(mesh.corners(t), t));
  }
  std::uint64_t nodes() const override { return tree.stored().boxes(); }
  std::uint64_t bytes() const override { return nodes() * obb_layout(tree.stored().encoding).bytes; }
  int depth() const override { return tree.depth(); }
};

template <typename Volumes>
QueryResult traverse(const TriangleQuery& query, const Volumes& volumes, const std::string& traversal) {
  if (traversal == "rapid") return RapidTraversal<Volumes>(query, volumes).run();
  if (traversal == "single_list") return SingleListTraversal<Volumes>(query, volumes).run();
  if (traversal == "simultaneous") {
    using Transforms = TransformsForgotten<Volumes>;
    Transforms transforms(volumes);
    return SimultaneousTraversal<Volumes, Transforms>(query, volumes, transforms).run();
  }
  return ListTraversal<Volumes, false>(query, volumes, nullptr).run();
}

class ObbFormat : public TreeFormat {
 public:
  explicit ObbFormat(ObbEncoding encoding, bool in_double = false)
      : encoding_(encoding), in_double_(in_double) {}

  std::string name() const override {
    return std::string(obb_layout(encoding_).name) + (in_double_ ? "d" : "");
  }
  std::string volume() const override { return "obb"; }
  std::vector<std::string> builders() const override { return {"top_down"}; }
  std::vector<std::string> traversals() const override {
    return {"list", "single_list", "simultaneous", "rapid"};
  }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    if (options.builder != "top_down")
      throw InputError("tree.builder: " + name() + " is built top_down, not " + options.builder);
    return std::make_unique<ObbFormatTree>(mesh, encoding_, options);
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    const auto& tree_a = static_cast<const ObbFormatTree&>(a);
    const auto& tree_b = static_cast<const ObbFormatTree&>(b);
    const bool a_tumbled = options.tumbled_side == TumbledSide::a;
    const ObbTree& tumbled = (a_tumbled ? tree_a : tree_b).tree;
    const ObbTree& aligned = (a_tumbled ? tree_b : tree_a).tree;
    const TriangleQuery query(tree_a.triangles, tree_b.triangles, pose, options);
    const RigidMap map = RigidMap::of(pose, options.tumbled_side);
    const ObbTransform transform = make_obb_transform(map, tumbled.reach(), aligned.reach());
    const ObbImage& image = aligned.placed();
    return with_obb_codec(image.encoding, image.w_sign, [&](auto codec) {
      if (in_double_) {
        const double epsilon = make_obb_double_epsilon(map, tumbled.reach(), aligned.reach());
        return traverse(query, ObbDoubleVolumes<decltype(codec)>(tumbled.placed(), image, map, epsilon),
                        traversal);
      }
      const ObbVolumes<decltype(codec)> volumes(tumbled.placed(), image, transform);
      return traverse(query, volumes, traversal);
    });
  }

 private:
  ObbEncoding encoding_;
  bool in_double_;
};

}  // namespace

std::vector<const TreeFormat*> obb_formats() {
  static const std::array<ObbFormat, kObbEncodings + 1> formats = {
      ObbFormat(ObbEncoding::obb132),      ObbFormat(ObbEncoding::obb72), ObbFormat(ObbEncoding::obb68),
      ObbFormat(ObbEncoding::obb64),       ObbFormat(ObbEncoding::obb44), ObbFormat(ObbEncoding::obb40),
      ObbFormat(ObbEncoding::obb132, true)};
  std::vector<const TreeFormat*> all;
  all.reserve(formats.size());
  for (const ObbFormat& format : formats) all.push_back(&format);
  return all;
}

}  // namespace collisionchip
