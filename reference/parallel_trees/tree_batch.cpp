#include "collisionchip/reference/parallel_trees/tree_batch.h"

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/traverse/dop_query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

// Where a NaN is, it stays: it parts nothing.
float larger(float p, float q) {
  return p > q || p != p ? p : q;
}
float smaller(float p, float q) {
  return p < q || p != p ? p : q;
}

// Partner order: maxima first, then minima.
void enclose_partners(int k, const PartnerDop& p, const PartnerDop& q, PartnerDop& out) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
    out[i] = i < static_cast<std::size_t>(k) / 2 ? larger(p[i], q[i]) : smaller(p[i], q[i]);
}

struct NodePair {
  std::uint32_t tumbled, aligned;
};

// One pose.
class BatchQuery {
 public:
  BatchQuery(const CollisionObject& a, const CollisionObject& b, const TreeLevels& levels,
             const std::vector<std::uint32_t>& starts, const Pose& pose, std::vector<PartnerDop>& partners)
      : query_(a, b, pose, {}), levels_(levels), starts_(starts), partners_(partners) {}

  void run(const BatchOptions& options, BatchTimes& times) {
    {
      const PhaseClock phase(times.tumble);
      tumble(options.tumbling);
    }
    if (options.tumbling == BatchTumbling::refit) {
      const PhaseClock phase(times.refit);
      refit();
    }
    {
      const PhaseClock phase(times.reduce);
      answer_.roots_apart = !overlap(k(), reduced(), query_.aligned.root());
    }
    if (answer_.roots_apart) return;
    {
      const PhaseClock phase(times.traverse);
      walk();
    }
    const PhaseClock phase(times.triangles);
    test_triangles();
  }

  BatchAnswer& answer() { return answer_; }

 private:
  int k() const { return query_.transform.k; }
  const DopNode& tumbled_node(std::uint32_t node) const { return query_.tumbled.nodes()[node]; }
  const DopNode& aligned_node(std::uint32_t node) const { return query_.aligned.nodes()[node]; }

  void tumble(BatchTumbling how) {
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

  void refit() {
    for (auto level = levels_.inner.rbegin(); level != levels_.inner.rend(); ++level) {
      for (const std::uint32_t node : *level) {
        const std::size_t child = 2 * std::size_t{tumbled_node(node).child};
        enclose_partners(k(), partners_[child], partners_[child + 1], partners_[node]);
        ++answer_.counters.refits;
      }
    }
  }

  // The DOP of all leaves.
  PartnerDop reduced() const {
    PartnerDop all = partners_[levels_.leaves.front()];
    for (const std::uint32_t leaf : levels_.leaves) enclose_partners(k(), all, partners_[leaf], all);
    return all;
  }

  void walk() {
    std::vector<NodePair> stack;
    for (const std::uint32_t start : starts_) {
      for (std::uint32_t root = 0; root < (query_.aligned.root_mask() == 1 ? 1u : 2u); ++root)
        stack.push_back({start, root});
      while (!stack.empty()) {
        const NodePair pair = stack.back();
        stack.pop_back();
        meet(pair, stack);
      }
    }
  }

  // QuickCD: E is descended first, F where E has a leaf.
  void meet(const NodePair& pair, std::vector<NodePair>& stack) {
    ++answer_.counters.visits;
    ++answer_.counters.overlap_tests;
    const DopNode &tumbled = tumbled_node(pair.tumbled), &aligned = aligned_node(pair.aligned);
    if (!overlap(k(), partners_[pair.tumbled], aligned)) return;
    if (!aligned.is_leaf()) {
      for (const std::uint32_t side : {0u, 1u}) stack.push_back({pair.tumbled, 2 * aligned.child + side});
    } else if (!tumbled.is_leaf()) {
      for (const std::uint32_t side : {0u, 1u}) stack.push_back({2 * tumbled.child + side, pair.aligned});
    } else {
      leaf_pairs_.push_back({tumbled.triangle, aligned.triangle});
    }
  }

  void test_triangles() {
    const TriangleQuery& triangles = query_.triangles;
    for (const NodePair& pair : leaf_pairs_) {
      ++answer_.counters.triangle_tests;
      const Verdict verdict = triangle_verdict(triangles.tumbled[pair.tumbled],
                                               triangles.aligned[pair.aligned], triangles.frames);
      if (verdict == Verdict::miss) continue;
      (verdict == Verdict::hit ? answer_.pairs : answer_.uncertain).push_back({pair.aligned, pair.tumbled});
    }
    sort_pairs(answer_.pairs);
    sort_pairs(answer_.uncertain);
  }

  const DopQuery query_;
  const TreeLevels& levels_;
  const std::vector<std::uint32_t>& starts_;
  std::vector<PartnerDop>& partners_;
  std::vector<NodePair> leaf_pairs_;  // triangles
  BatchAnswer answer_;
};

class TreeBatchMirror : public TreeBatch {
 public:
  std::string device() const override { return "one core of this host"; }

  void prepare(const CollisionObject& a, const CollisionObject& b) override {
    a_ = &a;
    b_ = &b;
    levels_ = std::make_unique<TreeLevels>(b.tree);
    partners_.resize(b.tree.nodes().size());
  }

  BatchResult ask(const std::vector<Pose>& poses, const BatchOptions& options) override {
    const std::vector<std::uint32_t> starts = options.scheme == BatchScheme::priori_like
                                                  ? levels_->leaves
                                                  : TreeLevels::subtrees(b_->tree, options.levels);
    BatchResult result;
    for (const Pose& pose : poses) {
      BatchQuery query(*a_, *b_, *levels_, starts, pose, partners_);
      query.run(options, result.times);
      result.answers.push_back(std::move(query.answer()));
    }
    return result;
  }

 private:
  const CollisionObject *a_ = nullptr, *b_ = nullptr;
  std::unique_ptr<TreeLevels> levels_;
  std::vector<PartnerDop> partners_;
};

}  // namespace

void BatchTimes::add(const BatchTimes& more) {
  upload += more.upload;
  tumble += more.tumble;
  refit += more.refit;
  reduce += more.reduce;
  traverse += more.traverse;
  triangles += more.triangles;
  read += more.read;
}

std::unique_ptr<TreeBatch> make_tree_batch_mirror() {
  return std::make_unique<TreeBatchMirror>();
}

}  // namespace collisionchip
