// RAPID's recursion: both trees are descended at once, at each pair of boxes the one with the larger first extent.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

// Volumes: ObbVolumes. Off an explicit stack, since a degenerate object may be as deep as it has triangles. A tumbled
// box is transformed when the recursion comes to it and kept while the aligned tree is descended below it.
template <typename Volumes>
class RapidTraversal {
 public:
  RapidTraversal(const TriangleQuery& query, const Volumes& volumes) : query_(query), volumes_(volumes) {}

  QueryResult run() {
    stack_.push_back({0, 0, 0, false});
    while (!stack_.empty() && !stopped_) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      meet(visit);
    }
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  using Node = typename Volumes::Node;

  struct Visit {
    std::uint32_t tumbled, aligned;  // nodes
    std::size_t slot;                // of the transformed box in kept_
    bool is_kept;                    // the slot has the box already
  };

  void meet(const Visit& visit) {
    const Node tumbled = volumes_.tumbled().nodes()[visit.tumbled];
    const Node aligned = volumes_.aligned().nodes()[visit.aligned];
    ++result_.counters.tumbled_visits;
    ++result_.counters.aligned_visits;
    bool is_kept = visit.is_kept;
    if (compares_dops(query_.options.leaf_test, tumbled.is_leaf(), aligned.is_leaf())) {
      ++result_.counters.overlap_tests;
      if (!is_kept) keep(visit);
      is_kept = true;
      if (!volumes_.overlap(kept_[visit.slot], aligned)) return;
    }
    if (tumbled.is_leaf() && aligned.is_leaf()) {
      test_triangles(tumbled.triangle, aligned.triangle);
    } else if (tumbled.is_leaf() || (!aligned.is_leaf() && aligned.box.d[0] > tumbled.box.d[0])) {
      // The second child is taken first.
      for (std::uint32_t side = 0; side < 2; ++side)
        stack_.push_back({visit.tumbled, 2 * aligned.child + side, visit.slot, is_kept});
    } else {
      for (std::uint32_t side = 0; side < 2; ++side)
        stack_.push_back({2 * tumbled.child + side, visit.aligned, visit.slot + 1, false});
    }
  }

  void keep(const Visit& visit) {
    ++result_.counters.transforms;
    if (kept_.size() <= visit.slot) kept_.resize(visit.slot + 1);
    volumes_.transform(visit.tumbled, kept_[visit.slot]);
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    if (!query_.triangles_hit(tumbled, aligned, result_.counters)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  std::vector<Visit> stack_;
  std::vector<typename Volumes::Transformed> kept_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
