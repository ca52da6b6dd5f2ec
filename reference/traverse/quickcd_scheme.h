// QuickCD's traversal (Klosowski et al. 1998; the CUDA slides of docs/opencl.md): the tumbled node stays while the traversal
// descends the aligned tree. At an aligned leaf it descends the tumbled tree. For two leaves it tests all pairs of their
// triangles.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/transformed_nodes.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/tree/dop_wide_tree.h"

namespace collisionchip {

// Volumes has overlap(const Transformed&, node), and for both trees roots(tree), is_leaf(tree, node),
// children(tree, node), triangles(tree, node, visit). A tumbled node is transformed (tumble()) once in a query, at its
// first visit, and kept in `memory`.
template <typename Volumes>
class QuickcdTraversal {
 public:
  QuickcdTraversal(const TriangleQuery& query, Volumes& volumes,
                   TransformedNodes<typename Volumes::Transformed>& memory)
      : query_(query), volumes_(volumes), memory_(memory) {}

  QueryResult run() {
    memory_.begin_query(volumes_.tumbled_nodes());
    push_all(volumes_.tumbled_roots(), volumes_.aligned_roots());
    while (!stack_.empty() && !stopped_) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      meet(visit.tumbled, visit.aligned);
    }
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  struct Visit {
    std::uint32_t tumbled, aligned;
  };

  void push_all(const Span& tumbled, const Span& aligned) {
    for (std::uint32_t t = tumbled.count; t-- > 0;) {
      for (std::uint32_t a = aligned.count; a-- > 0;)
        stack_.push_back({tumbled.first + t, aligned.first + a});
    }
  }

  void meet(std::uint32_t tumbled, std::uint32_t aligned) {
    ++result_.counters.tumbled_visits;
    ++result_.counters.aligned_visits;
    const bool tumbled_leaf = volumes_.tumbled_is_leaf(tumbled),
               aligned_leaf = volumes_.aligned_is_leaf(aligned);
    if (compares_dops(query_.options.leaf_test, tumbled_leaf, aligned_leaf) && !overlap(tumbled, aligned))
      return;
    if (!aligned_leaf) {
      push_all({tumbled, 1}, volumes_.aligned_children(aligned));
    } else if (!tumbled_leaf) {
      push_all(volumes_.tumbled_children(tumbled), {aligned, 1});
    } else {
      volumes_.for_each_triangle_pair(tumbled, aligned, [&](std::uint32_t t, std::uint32_t a) {
        if (!stopped_) test_triangles(t, a);
      });
    }
  }

  bool overlap(std::uint32_t tumbled, std::uint32_t aligned) {
    if (memory_.claim(tumbled)) {
      ++result_.counters.transforms;
      ++result_.counters.node_writes;
      volumes_.tumble(tumbled, memory_.at(tumbled));
    }
    ++result_.counters.overlap_tests;
    return volumes_.overlap(memory_.at(tumbled), aligned);
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    if (!query_.triangles_hit(tumbled, aligned, result_.counters)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const TriangleQuery& query_;
  Volumes& volumes_;
  TransformedNodes<typename Volumes::Transformed>& memory_;
  std::vector<Visit> stack_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
