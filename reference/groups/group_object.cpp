#include "collisionchip/reference/groups/group_object.h"

#include <algorithm>
#include <string>

#include "collisionchip/reference/groups/group_plan.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

class GroupBuilder {
 public:
  GroupBuilder(const GroupLayout& layout, const CollisionObject& from) : from_(from), tree_(from.tree) {
    object_.layout = layout;
    object_.grid = make_group_grid(layout.k, tree_.root());
    object_.triangles = from.triangles;
    counts_.resize(tree_.nodes().size());
    for (std::size_t i = counts_.size(); i-- > 0;) {  // children lie behind their parents
      const DopNode& node = tree_.nodes()[i];
      counts_[i] = node.is_leaf() ? 1 : counts_[2 * node.child] + counts_[2 * node.child + 1];
    }
  }

  GroupObject build() {
    std::vector<bool> leaves(tree_.nodes().size());
    for (std::uint32_t node = 0; node < leaves.size(); ++node) leaves[node] = becomes_leaf(node);
    const GroupPlan plan(tree_, layout().width, leaves);
    end_ = layout().group_units();
    std::vector<Waiting> stack = {{becomes_leaf(kRoot) ? Members{kRoot} : plan.members(0), 0, 1}};
    while (!stack.empty()) {
      const Waiting next = std::move(stack.back());
      stack.pop_back();
      place(next, plan, stack);
    }
    return std::move(object_);
  }

 private:
  using Members = std::vector<std::uint32_t>;  // nodes of the tree of pairs; its root has no number
  static constexpr std::uint32_t kRoot = ~std::uint32_t{0};
  struct Waiting {
    Members members;
    GroupAddress address;
    int level;
  };

  const GroupLayout& layout() const { return object_.layout; }
  const DopNode& dop(std::uint32_t node) const { return node == kRoot ? tree_.root() : tree_.nodes()[node]; }

  LeafBlock block_of(std::uint32_t node) const {
    LeafBlock block;
    std::vector<std::uint32_t> stack = {node};
    if (node == kRoot) stack = tree_.root_mask() == 1 ? Members{0} : Members{1, 0};
    while (!stack.empty()) {
      const DopNode& next = tree_.nodes()[stack.back()];
      stack.pop_back();
      if (next.is_leaf()) {
        block.triangles[block.count++] = {next.triangle, from_.triangles[next.triangle].corners};
      } else {
        stack.push_back(2 * next.child + 1);
        stack.push_back(2 * next.child);
      }
    }
    return block;
  }
  bool becomes_leaf(std::uint32_t node) const {
    const std::uint32_t count = node == kRoot ? tree_.triangle_count() : counts_[node];
    return count == 1 ||
           (count <= static_cast<std::uint32_t>(layout().leaf_size) && fits_block(layout(), block_of(node)));
  }

  // Writes a group, and the blocks of its leaves; its inner members' groups wait.
  void place(const Waiting& waiting, const GroupPlan& plan, std::vector<Waiting>& stack) {
    Members members = waiting.members;
    const auto first_leaf = std::stable_partition(members.begin(), members.end(),
                                                  [&](std::uint32_t node) { return !becomes_leaf(node); });
    Group group;
    group.members = static_cast<int>(members.size());
    group.inner = static_cast<int>(first_leaf - members.begin());
    const GroupAddress start = layout().family_units(group.inner > 0);
    group.family = (end_ + start - 1) / start * start;
    for (std::size_t m = 0; m < members.size(); ++m)
      group.volumes[m] = grid_volume(object_.grid, dop(members[m]));
    end_ = group.child(layout(), group.members);
    make_room();
    encode_group(layout(), group, at(waiting.address));
    ++object_.group_count;
    object_.depth = std::max(object_.depth, waiting.level);
    for (int m = group.members; m-- > group.inner;) {
      encode_block(layout(), block_of(members[m]), at(group.child(layout(), m)));
      ++object_.block_count;
    }
    for (int m = group.inner; m-- > 0;) {
      const std::uint32_t child = tree_.nodes()[members[m]].child;
      stack.push_back({plan.members(child), group.child(layout(), m), waiting.level + 1});
    }
  }
  std::uint32_t* at(GroupAddress address) {
    return object_.words.data() + std::size_t{address} * (kGroupUnitBytes / 4);
  }
  void make_room() {
    if (end_ >= GroupAddress{1} << (layout().width == 8 ? 25 : 27))
      throw InputError("groups: the object takes more memory than links reach");
    object_.words.resize(std::size_t{end_} * (kGroupUnitBytes / 4));
  }

  const CollisionObject& from_;
  const DopTree& tree_;
  std::vector<std::uint32_t> counts_;  // triangles below each node of the tree of pairs
  GroupAddress end_ = 0;
  GroupObject object_;
};

}  // namespace

GroupObject GroupObject::build(const GroupLayout& layout, const CollisionObject& object) {
  check_group_layout(layout);
  if (object.tree.k() != layout.k)
    throw InputError("groups: the tree has k = " + std::to_string(object.tree.k()) + ", the layout " +
                     std::to_string(layout.k));
  return GroupBuilder(layout, object).build();
}

}  // namespace collisionchip
