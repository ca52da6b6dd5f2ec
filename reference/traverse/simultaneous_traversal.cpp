#include <algorithm>
#include <vector>

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

namespace {

template <int kHalf>
class SimultaneousTraversal {
 public:
  explicit SimultaneousTraversal(const Query& query)
      : query_(query), tumbled_(query.tumbled.tree), aligned_(query.aligned.tree) {}

  QueryResult run() {
    push_pairs(0, tumbled_.root_mask(), 0, aligned_.root_mask());
    while (!stack_.empty() && !stopped_) {
      const NodePair pair = stack_.back();
      stack_.pop_back();
      visit(pair);
    }
    std::sort(result_.pairs.begin(), result_.pairs.end());
    return std::move(result_);
  }

 private:
  struct NodePair {
    std::uint32_t tumbled, aligned;
  };

  void push_pairs(std::uint32_t tumbled_pair, std::uint32_t tumbled_mask, std::uint32_t aligned_pair,
                  std::uint32_t aligned_mask) {
    for (std::uint32_t i = 2; i-- > 0;) {
      for (std::uint32_t j = 2; j-- > 0;) {
        if ((tumbled_mask >> i & aligned_mask >> j & 1u) != 0) {
          stack_.push_back({2 * tumbled_pair + i, 2 * aligned_pair + j});
        }
      }
    }
  }

  void visit(const NodePair& pair) {
    const DopNode& tumbled = tumbled_.nodes()[pair.tumbled];
    const DopNode& aligned = aligned_.nodes()[pair.aligned];
    const bool both_leaves = tumbled.is_leaf() && aligned.is_leaf();
    ++result_.counters.tumbled_visits;
    ++result_.counters.aligned_visits;
    if (compares_dops(query_.options.leaf_test, tumbled.is_leaf(), aligned.is_leaf())) {
      ++result_.counters.transforms;
      ++result_.counters.overlap_tests;
      query_.setup.dop.apply(tumbled, partner_);
      if (!overlap<kHalf>(partner_, aligned)) return;
    }
    if (both_leaves) {
      test_triangles(tumbled.triangle, aligned.triangle);
    } else if (tumbled.is_leaf()) {
      for (std::uint32_t j = 2; j-- > 0;) stack_.push_back({pair.tumbled, 2 * aligned.child + j});
    } else if (aligned.is_leaf()) {
      for (std::uint32_t i = 2; i-- > 0;) stack_.push_back({2 * tumbled.child + i, pair.aligned});
    } else {
      push_pairs(tumbled.child, 3, aligned.child, 3);
    }
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    if (!query_.triangles_hit(tumbled, aligned, result_.counters)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const Query& query_;
  const DopTree& tumbled_;
  const DopTree& aligned_;
  PartnerDop partner_;
  std::vector<NodePair> stack_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace

QueryResult simultaneous_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                   const QueryOptions& options) {
  const QuerySetup setup(a, b, pose, options.tumbled_side);
  const Query query(a, b, setup, options);
  return with_half(a.tree.k(), [&](auto half) { return SimultaneousTraversal<half.value>(query).run(); });
}

}  // namespace collisionchip
