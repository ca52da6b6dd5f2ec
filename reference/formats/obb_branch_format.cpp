#include "collisionchip/reference/formats/obb_branch_format.h"

#include <algorithm>

#include "collisionchip/reference/obb/obb_branches.h"
#include "collisionchip/reference/obb/rapid_traversal.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/list_scheme.h"

namespace collisionchip {

namespace {

struct ObbBranchTree : FormatTree {
  mutable ObbBranches branches;
  std::vector<TriangleRecord> triangles;

  ObbBranchTree(const Mesh& mesh, ObbEncoding encoding, const TreeOptions& options, std::uint32_t lines)
      : branches(ObbTree::build(mesh, encoding, options), options.obb.frame, lines) {
    triangles.reserve(mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
      triangles.push_back(make_triangle_record(mesh.corners(t), t));
  }
  std::uint64_t nodes() const override { return branches.boxes(); }
  std::uint64_t bytes() const override { return branches.bytes(); }
  int depth() const override { return branches.depth(); }
  std::optional<std::uint64_t> decoded_pairs() const override { return branches.decoded_pairs(); }
};

class ObbBranchFormat : public TreeFormat {
 public:
  ObbBranchFormat(ObbEncoding encoding, std::uint32_t lines) : encoding_(encoding), lines_(lines) {}

  std::string name() const override {
    return std::string(obb_layout(encoding_).name) + "-keep" + std::to_string(lines_);
  }
  std::string volume() const override { return "obb"; }
  std::vector<std::string> builders() const override { return {"top_down"}; }
  std::vector<std::string> traversals() const override { return {"list", "rapid"}; }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    TreeOptions relative = options;
    relative.obb.frame = ObbFrame::parent;
    return std::make_unique<ObbBranchTree>(mesh, encoding_, relative, lines_);
  }

  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    using Volumes = ObbVolumes<void, ObbBranchView>;
    const auto& tree_a = static_cast<const ObbBranchTree&>(a);
    const auto& tree_b = static_cast<const ObbBranchTree&>(b);
    const bool a_tumbled = options.tumbled_side == TumbledSide::a;
    ObbBranches& tumbled = (a_tumbled ? tree_a : tree_b).branches;
    ObbBranches& aligned = (a_tumbled ? tree_b : tree_a).branches;
    const TriangleQuery query(tree_a.triangles, tree_b.triangles, pose, options);
    const Volumes volumes(
        tumbled, aligned,
        make_obb_transform(RigidMap::of(pose, options.tumbled_side), tumbled.reach(), aligned.reach()));
    if (traversal == "rapid") return RapidTraversal<Volumes>(query, volumes).run();
    return ListTraversal<Volumes, false>(query, volumes, nullptr).run();
  }

 private:
  const ObbEncoding encoding_;
  const std::uint32_t lines_;
};

}  // namespace

std::unique_ptr<TreeFormat> make_obb_branch_format(const std::string& name, std::uint32_t lines) {
  for (const ObbEncoding encoding : {ObbEncoding::obb64, ObbEncoding::obb44, ObbEncoding::obb40}) {
    if (name == obb_layout(encoding).name) return std::make_unique<ObbBranchFormat>(encoding, lines);
  }
  throw InputError("--branch-cache", "--format obb64, obb44 or obb40 with it, not " + name);
}

}  // namespace collisionchip
