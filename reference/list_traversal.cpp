#include <algorithm>
#include <array>
#include <vector>

#include "reference/list_entry.h"
#include "reference/query.h"

namespace collisionchip {

namespace {

template <int kHalf>
class ListTraversal {
 public:
  explicit ListTraversal(const Query& query)
      : query_(query), tumbled_(query.tumbled.tree), aligned_(query.aligned.tree) {}

  QueryResult run() {
    Task root;
    root.tumbled = {0, tumbled_.root_mask()};
    root.side = 0;
    lists_[0].push_back({0, aligned_.root_mask()});
    root.end = 1;
    root.marker = {1, 0};
    tasks_.push_back(root);
    while (!tasks_.empty() && !stopped_) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      process(task);
    }
    std::sort(result_.pairs.begin(), result_.pairs.end());
    return std::move(result_);
  }

 private:
  // A tumbled pair and the list it has to meet: lists_[side][begin, end). Tasks are taken left first; when one
  // starts, everything in both stacks above its own list belongs to finished work.
  struct Task {
    ListEntry tumbled{};
    int side = 0;
    std::size_t begin = 0, end = 0;
    std::array<std::size_t, 2> marker{};  // where each stack ends when this task starts
  };

  void process(const Task& task) {
    for (int side = 0; side < 2; ++side) lists_[side].resize(task.marker[side]);
    ++result_.counters.lists;
    result_.counters.aligned_pairs += task.end - task.begin;
    for (int i = 0; i < 2; ++i) {
      if (!task.tumbled.has(i)) continue;
      query_.setup.dop.apply(tumbled_.node(task.tumbled.pair, i), partner_[i]);
      ++result_.counters.transforms;
      ++result_.counters.tumbled_visits;
    }
    const std::array<std::size_t, 2> start = {lists_[0].size(), lists_[1].size()};
    for (std::size_t entry = task.begin; entry < task.end && !stopped_; ++entry) {
      meet(task.tumbled, lists_[task.side][entry]);
    }
    push_children(task.tumbled, start);
  }

  // Right first, so that the left branch is taken next.
  void push_children(const ListEntry& tumbled, const std::array<std::size_t, 2>& start) {
    for (int i = 1; i >= 0; --i) {
      if (lists_[i].size() == start[i]) continue;
      const DopNode& node = tumbled_.node(tumbled.pair, i);
      Task task;
      task.tumbled = node.is_leaf() ? ListEntry{tumbled.pair, 1u << i} : ListEntry{node.child, kBothMembers};
      task.side = i;
      task.begin = start[i];
      task.end = lists_[i].size();
      task.marker = {lists_[0].size(), lists_[1].size()};
      // Below the left list, the right list of the same level must survive; below the right list, the left one is done.
      if (i == 1) task.marker[0] = start[0];
      tasks_.push_back(task);
    }
  }

  void meet(const ListEntry& tumbled, const ListEntry& entry) {
    std::array<std::uint32_t, 2> leaves{};  // members of `entry` that stay on the list of side i as leaves
    for (int j = 0; j < 2; ++j) {
      if (!entry.has(j)) continue;
      const DopNode& aligned = aligned_.node(entry.pair, j);
      ++result_.counters.aligned_visits;
      for (int i = 0; i < 2; ++i) {
        if (tumbled.has(i)) meet_nodes(tumbled, i, aligned, j, leaves);
      }
    }
    for (int i = 0; i < 2; ++i) {
      if (leaves[i] != 0) lists_[i].push_back({entry.pair, leaves[i]});
    }
  }

  void meet_nodes(const ListEntry& tumbled, int i, const DopNode& aligned, int j, std::array<std::uint32_t, 2>& leaves) {
    const DopNode& node = tumbled_.node(tumbled.pair, i);
    const bool both_leaves = node.is_leaf() && aligned.is_leaf();
    if (!both_leaves || query_.options.leaf_test == LeafTest::dop_first) {
      ++result_.counters.overlap_tests;
      if (!overlap<kHalf>(partner_[i], aligned)) return;
    }
    if (both_leaves) {
      test_triangles(node.triangle, aligned.triangle);
    } else if (aligned.is_leaf()) {
      leaves[i] |= 1u << j;
    } else {
      lists_[i].push_back({aligned.child, kBothMembers});
    }
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    if (stopped_) return;
    ++result_.counters.triangle_tests;
    if (!query_.triangles_hit(tumbled, aligned)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const Query& query_;
  const DopTree& tumbled_;
  const DopTree& aligned_;
  std::array<PartnerDop, 2> partner_;
  std::array<std::vector<ListEntry>, 2> lists_;  // the two stack SRAMs
  std::vector<Task> tasks_;                      // the level registers
  QueryResult result_;
  bool stopped_ = false;
};

// One tumbled node at a time against a list of aligned nodes.
template <int kHalf>
class SingleListTraversal {
 public:
  explicit SingleListTraversal(const Query& query)
      : query_(query), tumbled_(query.tumbled.tree), aligned_(query.aligned.tree) {}

  QueryResult run() {
    for (int j = 0; j < 2; ++j) {
      if ((aligned_.root_mask() >> j & 1u) != 0) list_.push_back(static_cast<std::uint32_t>(j));
    }
    push_nodes(0, tumbled_.root_mask(), 0, list_.size());
    while (!tasks_.empty() && !stopped_) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      process(task);
    }
    std::sort(result_.pairs.begin(), result_.pairs.end());
    return std::move(result_);
  }

 private:
  struct Task {
    std::uint32_t node;  // of the tumbled tree
    std::size_t begin, end;
  };

  void push_nodes(std::uint32_t pair, std::uint32_t mask, std::size_t begin, std::size_t end) {
    for (int i = 1; i >= 0; --i) {
      if ((mask >> i & 1u) != 0) tasks_.push_back({2 * pair + static_cast<std::uint32_t>(i), begin, end});
    }
  }

  void process(const Task& task) {
    const DopNode& node = tumbled_.nodes()[task.node];
    ++result_.counters.transforms;
    ++result_.counters.tumbled_visits;
    query_.setup.dop.apply(node, partner_);
    std::size_t begin = task.begin, end = task.end;
    do {  // a tumbled leaf meets ever deeper lists without being fetched or transformed again
      list_.resize(end);
      ++result_.counters.lists;
      result_.counters.aligned_pairs += end - begin;
      for (std::size_t entry = begin; entry < end && !stopped_; ++entry) meet(node, list_[entry]);
      begin = end;
      end = list_.size();
    } while (node.is_leaf() && begin < end && !stopped_);
    if (!node.is_leaf() && begin < end) push_nodes(node.child, kBothMembers, begin, end);
  }

  void meet(const DopNode& node, std::uint32_t aligned_node) {
    const DopNode& aligned = aligned_.nodes()[aligned_node];
    const bool both_leaves = node.is_leaf() && aligned.is_leaf();
    ++result_.counters.aligned_visits;
    if (!both_leaves || query_.options.leaf_test == LeafTest::dop_first) {
      ++result_.counters.overlap_tests;
      if (!overlap<kHalf>(partner_, aligned)) return;
    }
    if (both_leaves) {
      test_triangles(node.triangle, aligned.triangle);
    } else if (aligned.is_leaf()) {
      list_.push_back(aligned_node);
    } else {
      list_.push_back(2 * aligned.child);
      list_.push_back(2 * aligned.child + 1);
    }
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    ++result_.counters.triangle_tests;
    if (!query_.triangles_hit(tumbled, aligned)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const Query& query_;
  const DopTree& tumbled_;
  const DopTree& aligned_;
  PartnerDop partner_;
  std::vector<std::uint32_t> list_;  // nodes of the aligned tree
  std::vector<Task> tasks_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace

QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options) {
  const QuerySetup setup(a, b, pose, options.tumbled_side);
  const Query query(a, b, setup, options);
  return with_half(a.tree.k(), [&](auto half) { return ListTraversal<half.value>(query).run(); });
}

QueryResult single_list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                  const QueryOptions& options) {
  const QuerySetup setup(a, b, pose, options.tumbled_side);
  const Query query(a, b, setup, options);
  return with_half(a.tree.k(), [&](auto half) { return SingleListTraversal<half.value>(query).run(); });
}

}  // namespace collisionchip
