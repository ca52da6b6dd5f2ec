// The new traversal of §3.1, node by node, for any kind of bounding volume.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

// One tumbled node at a time against a list of aligned nodes. Volumes: DopVolumes, or what has the same members.
template <typename Volumes>
class SingleListTraversal {
 public:
  SingleListTraversal(const TriangleQuery& query, const Volumes& volumes)
      : query_(query), volumes_(volumes), tumbled_(volumes.tumbled()), aligned_(volumes.aligned()) {}

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
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  using Node = typename Volumes::Node;

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
    const Node& node = tumbled_.nodes()[task.node];
    result_.counters.transforms += query_.options.leaf_test != LeafTest::no_dops || !node.is_leaf();
    ++result_.counters.tumbled_visits;
    volumes_.transform(task.node, partner_);
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

  void meet(const Node& node, std::uint32_t aligned_node) {
    const Node& aligned = aligned_.nodes()[aligned_node];
    const bool both_leaves = node.is_leaf() && aligned.is_leaf();
    ++result_.counters.aligned_visits;
    if (compares_dops(query_.options.leaf_test, node.is_leaf(), aligned.is_leaf())) {
      ++result_.counters.overlap_tests;
      if (!volumes_.overlap(partner_, aligned)) return;
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
    if (!query_.triangles_hit(tumbled, aligned, result_.counters)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  typename Volumes::Transformed partner_;
  std::vector<std::uint32_t> list_;  // nodes of the aligned tree
  std::vector<Task> tasks_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
