// Footnote 1 of §3.1: Algorithm 2 with 2^m tumbled nodes at a time, for any kind of bounding volume. A group
// is what lies m levels below a node: its descendants there, and leaves above. Groups of the aligned tree may
// have as many levels or one. With m = 1 on both sides this is Algorithm 2.
#pragma once

#include <array>
#include <vector>

#include "collisionchip/reference/traverse/group_shape.h"
#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

// The nodes of a group by their place in it. A leaf above the last level stands where its leftmost
// descendant would.
class NodeGroup {
 public:
  template <typename Tree>
  NodeGroup(const Tree& tree, std::uint32_t pair, int levels, std::uint32_t pair_mask = kBothMembers) {
    add(tree, pair, levels, pair_mask, 0);
  }

  std::uint32_t mask() const { return mask_; }
  std::uint32_t node(int place) const { return nodes_[static_cast<std::size_t>(place)]; }  // in Tree::nodes()

 private:
  template <typename Tree>
  void add(const Tree& tree, std::uint32_t pair, int levels, std::uint32_t pair_mask, int first) {
    for (int side = 0; side < 2; ++side) {
      if ((pair_mask >> side & 1u) == 0) continue;
      const auto& node = tree.node(pair, side);
      const int place = first + (side << (levels - 1));
      if (levels > 1 && !node.is_leaf()) {
        add(tree, node.child, levels - 1, kBothMembers, place);
      } else {
        nodes_[static_cast<std::size_t>(place)] = 2 * pair + static_cast<std::uint32_t>(side);
        mask_ |= 1u << place;
      }
    }
  }

  std::array<std::uint32_t, 1u << kMostGroupLevels> nodes_;
  std::uint32_t mask_ = 0;
};

// Volumes: DopVolumes, or what has the same members.
template <typename Volumes>
class GroupTraversal {
 public:
  GroupTraversal(const TriangleQuery& query, const Volumes& volumes, const GroupShape& shape)
      : query_(query),
        volumes_(volumes),
        tumbled_(volumes.tumbled()),
        aligned_(volumes.aligned()),
        shape_(shape) {}

  QueryResult run() {
    const NodeGroup tumbled(tumbled_, 0, shape_.tumbled_levels, tumbled_.root_mask());
    const NodeGroup aligned(aligned_, 0, shape_.aligned_levels, aligned_.root_mask());
    tasks_.push_back({{0, tumbled.mask()}, {{0, aligned.mask()}}});
    while (!tasks_.empty() && !stopped_) {
      const Task task = std::move(tasks_.back());
      tasks_.pop_back();
      process(task);
    }
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  using Node = typename Volumes::Node;
  using List = std::vector<ListEntry>;  // of groups, a mask bit for each of their places

  struct Task {
    ListEntry tumbled;
    List list;
  };
  struct LeafPair {
    std::uint32_t tumbled_triangle, aligned_triangle;
  };

  int places() const { return 1 << shape_.tumbled_levels; }

  void process(const Task& task) {
    const NodeGroup group(tumbled_, task.tumbled.pair, shape_.tumbled_levels);
    for (int i = 0; i < places(); ++i) {
      lists_[static_cast<std::size_t>(i)].clear();
      if (!task.tumbled.has(i)) continue;
      ++result_.counters.tumbled_visits;
      const bool is_leaf = tumbled_.nodes()[group.node(i)].is_leaf();
      result_.counters.transforms += query_.options.leaf_test != LeafTest::no_dops || !is_leaf;
      volumes_.transform(group.node(i), transformed_[static_cast<std::size_t>(i)]);
    }
    ++result_.counters.lists;
    result_.counters.aligned_pairs += task.list.size();
    for (const ListEntry& entry : task.list) meet_entry(group, task.tumbled.mask, entry);
    test_triangles();
    for (int i = places(); i-- > 0;) {
      if (!lists_[static_cast<std::size_t>(i)].empty()) push_next(task.tumbled.pair, group, i);
    }
  }

  // Place i of the group goes on with its own list: an inner node with the group below it.
  void push_next(std::uint32_t pair, const NodeGroup& group, int i) {
    const Node& node = tumbled_.nodes()[group.node(i)];
    const ListEntry next =
        node.is_leaf() ? ListEntry{pair, 1u << i}
                       : ListEntry{node.child, NodeGroup(tumbled_, node.child, shape_.tumbled_levels).mask()};
    tasks_.push_back({next, lists_[static_cast<std::size_t>(i)]});
  }

  void meet_entry(const NodeGroup& tumbled, std::uint32_t members, const ListEntry& entry) {
    const NodeGroup aligned(aligned_, entry.pair, shape_.aligned_levels);
    std::array<std::uint32_t, 1u << kMostGroupLevels> kept{};
    for (int j = 0; j < 1 << shape_.aligned_levels; ++j) {
      if (!entry.has(j)) continue;
      ++result_.counters.aligned_visits;
      for (int i = 0; i < places(); ++i) {
        if ((members >> i & 1u) != 0) meet_node(tumbled.node(i), i, aligned.node(j), j, kept);
      }
    }
    for (int i = 0; i < places(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      if (kept[place] != 0) lists_[place].push_back({entry.pair, kept[place]});
    }
  }

  void meet_node(std::uint32_t tumbled_node, int i, std::uint32_t aligned_node, int j,
                 std::array<std::uint32_t, 1u << kMostGroupLevels>& kept) {
    const Node& tumbled = tumbled_.nodes()[tumbled_node];
    const Node& aligned = aligned_.nodes()[aligned_node];
    const auto place = static_cast<std::size_t>(i);
    const bool both_leaves = tumbled.is_leaf() && aligned.is_leaf();
    if (compares_dops(query_.options.leaf_test, tumbled.is_leaf(), aligned.is_leaf())) {
      ++result_.counters.overlap_tests;
      if (!volumes_.overlap(transformed_[place], aligned)) return;
    }
    if (both_leaves) {
      leaf_pairs_.push_back({tumbled.triangle, aligned.triangle});
    } else if (aligned.is_leaf()) {
      kept[place] |= 1u << j;
    } else {
      lists_[place].push_back(
          {aligned.child, NodeGroup(aligned_, aligned.child, shape_.aligned_levels).mask()});
    }
  }

  void test_triangles() {
    for (const LeafPair& pair : leaf_pairs_) {
      if (!query_.triangles_hit(pair.tumbled_triangle, pair.aligned_triangle, result_.counters)) continue;
      result_.pairs.push_back(query_.named(pair.tumbled_triangle, pair.aligned_triangle));
      stopped_ = query_.options.first_witness;
      if (stopped_) break;
    }
    leaf_pairs_.clear();
  }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  const GroupShape shape_;
  std::array<typename Volumes::Transformed, 1u << kMostGroupLevels> transformed_;
  std::array<List, 1u << kMostGroupLevels> lists_;  // of the next step, by place
  std::vector<Task> tasks_;
  std::vector<LeafPair> leaf_pairs_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
