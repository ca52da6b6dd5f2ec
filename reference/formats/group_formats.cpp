#include "collisionchip/reference/formats/group_formats.h"

#include "collisionchip/reference/groups/sibling_group_traversal.h"

namespace collisionchip {

namespace {

// A member of a group is a node; an inner one has a group of its own, a leaf a block.
struct GroupFormatTree : FormatTree {
  GroupObject object;

  explicit GroupFormatTree(GroupObject built) : object(std::move(built)) {}
  std::uint64_t nodes() const override { return std::uint64_t{object.group_count} - 1 + object.block_count; }
  std::uint64_t bytes() const override {
    return std::uint64_t{object.group_count} * object.layout.group_bytes();
  }
  int depth() const override { return nodes() == 1 ? 0 : object.depth; }
};

class GroupFormat : public TreeFormat {
 public:
  GroupFormat(int width, int bits) : width_(width), bits_(bits) {}

  std::string name() const override { return "dop" + std::to_string(width_) + "r" + std::to_string(bits_); }
  std::string volume() const override { return "group"; }
  std::vector<int> ks() const override { return {6, 14, 18, 24, 26}; }
  std::vector<std::string> builders() const override { return dop_builder_names(); }
  std::vector<std::string> traversals() const override { return {"list"}; }
  bool has_shape(int degree, int leaf_size) const override {
    return degree == 2 && (leaf_size == 1 || leaf_size == 2 || leaf_size == 4);
  }

  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    TreeOptions pairs = options;
    pairs.leaf_size = 1;
    return std::make_unique<GroupFormatTree>(GroupObject::build({options.k, width_, bits_, options.leaf_size},
                                                                CollisionObject::build(mesh, pairs)));
  }

  // What is visited is a group, whole.
  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string&) const override {
    QueryResult result = sibling_group_traversal(static_cast<const GroupFormatTree&>(a).object,
                                                 static_cast<const GroupFormatTree&>(b).object, pose, options)
                             .in_common_counts();
    result.counters.tumbled_visits = result.counters.lists;
    result.counters.aligned_visits = result.counters.aligned_pairs;
    return result;
  }

 private:
  int width_, bits_;
};

}  // namespace

std::vector<const TreeFormat*> group_formats() {
  static const std::vector<GroupFormat> all = [] {
    std::vector<GroupFormat> formats;
    for (const int width : {2, 4, 8}) {
      for (const int bits : {8, 7, 6, 5}) formats.emplace_back(width, bits);
    }
    return formats;
  }();
  std::vector<const TreeFormat*> formats;
  formats.reserve(all.size());
  for (const GroupFormat& format : all) formats.push_back(&format);
  return formats;
}

}  // namespace collisionchip
