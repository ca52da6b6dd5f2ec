#include "collisionchip/reference/parallel_trees/batch_query.h"

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

float larger(float p, float q) {
  return p > q || p != p ? p : q;
}
float smaller(float p, float q) {
  return p < q || p != p ? p : q;
}

}  // namespace

void enclose_partners(int k, const PartnerDop& p, const PartnerDop& q, PartnerDop& out) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
    out[i] = i < static_cast<std::size_t>(k) / 2 ? larger(p[i], q[i]) : smaller(p[i], q[i]);
}

BatchQuery::BatchQuery(const CollisionObject& environment, const CollisionObject& flying,
                       const TreeLevels& levels, const Pose& pose)
    : query_(environment, flying, pose, {}), levels_(levels), partners_(flying.tree.nodes().size()) {}

void BatchQuery::prepare(BatchTumbling how, BatchTimes& times) {
  {
    const PhaseClock phase(times.tumble);
    tumble(how);
  }
  if (how == BatchTumbling::refit) {
    const PhaseClock phase(times.refit);
    refit();
  }
  const PhaseClock phase(times.reduce);
  answer_.roots_apart = !overlap(k(), reduced(), query_.aligned.root());
}

void BatchQuery::tumble(BatchTumbling how) {
  const auto tumble_one = [&](std::uint32_t node) {
    query_.transform.apply(tumbled_node(node), partners_[node]);
    ++answer_.counters.transforms;
  };
  for (const std::uint32_t leaf : levels_.leaves) tumble_one(leaf);
  if (how == BatchTumbling::refit) return;
  for (const auto& level : levels_.inner) {
    for (const std::uint32_t node : level) tumble_one(node);
  }
}

void BatchQuery::refit() {
  for (auto level = levels_.inner.rbegin(); level != levels_.inner.rend(); ++level) {
    for (const std::uint32_t node : *level) {
      const std::size_t child = 2 * std::size_t{tumbled_node(node).child};
      enclose_partners(k(), partners_[child], partners_[child + 1], partners_[node]);
      ++answer_.counters.refits;
    }
  }
}

// The DOP of all leaves.
PartnerDop BatchQuery::reduced() const {
  PartnerDop all = partners_[levels_.leaves.front()];
  for (const std::uint32_t leaf : levels_.leaves) enclose_partners(k(), all, partners_[leaf], all);
  return all;
}

void BatchQuery::walk(const std::vector<std::uint32_t>& starts) {
  std::vector<BatchPair> stack;
  for (const std::uint32_t start : starts) {
    for (std::uint32_t root = 0; root < (query_.aligned.root_mask() == 1 ? 1u : 2u); ++root)
      stack.push_back({start, root});
    walk_pairs(stack);
  }
}

void BatchQuery::walk_pairs(std::vector<BatchPair>& stack) {
  while (!stack.empty()) {
    const BatchPair pair = stack.back();
    stack.pop_back();
    if (!meets(pair)) continue;
    const DopNode &tumbled = tumbled_node(pair.tumbled), &aligned = aligned_node(pair.aligned);
    if (!aligned.is_leaf()) {
      for (const std::uint32_t side : {0u, 1u}) stack.push_back({pair.tumbled, 2 * aligned.child + side});
    } else if (!tumbled.is_leaf()) {
      for (const std::uint32_t side : {0u, 1u}) stack.push_back({2 * tumbled.child + side, pair.aligned});
    } else {
      leaf_pairs_.push_back({tumbled.triangle, aligned.triangle});
    }
  }
}

bool BatchQuery::meets(const BatchPair& pair) {
  ++answer_.counters.visits;
  ++answer_.counters.overlap_tests;
  return overlap(k(), partners_[pair.tumbled], aligned_node(pair.aligned));
}

void BatchQuery::test_triangles() {
  const TriangleQuery& triangles = query_.triangles;
  for (const BatchPair& pair : leaf_pairs_) {
    ++answer_.counters.triangle_tests;
    const Verdict verdict =
        triangle_verdict(triangles.tumbled[pair.tumbled], triangles.aligned[pair.aligned], triangles.frames);
    if (verdict == Verdict::miss) continue;
    (verdict == Verdict::hit ? answer_.pairs : answer_.uncertain).push_back({pair.aligned, pair.tumbled});
  }
  sort_pairs(answer_.pairs);
  sort_pairs(answer_.uncertain);
}

}  // namespace collisionchip
