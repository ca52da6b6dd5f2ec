// One flying object at one time stamp against the environment, on one core: the phases of tree_batch.h.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/parallel_trees/tree_batch.h"
#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/traverse/dop_query.h"

namespace collisionchip {

// Encloses both, in partner order: maxima first, then minima. A NaN stays: it parts nothing.
void enclose_partners(int k, const PartnerDop& p, const PartnerDop& q, PartnerDop& out);

// Nodes, or triangles.
struct BatchPair {
  std::uint32_t tumbled, aligned;
};

class BatchQuery {
 public:
  BatchQuery(const CollisionObject& environment, const CollisionObject& flying, const TreeLevels& levels,
             const Pose& pose);

  // All DOPs in E's frame; then roots_apart of the answer is known.
  void prepare(BatchTumbling how, BatchTimes& times);
  // Each start against each root of E, as QuickCD.
  void walk(const std::vector<std::uint32_t>& starts);
  // Until nothing is left of the stack. As QuickCD: E is descended first, F where E has a leaf.
  void walk_pairs(std::vector<BatchPair>& stack);
  // Counted.
  bool meets(const BatchPair& pair);
  void test_triangles();

  const PartnerDop& partner(std::uint32_t node) const { return partners_[node]; }
  BatchAnswer& answer() { return answer_; }

 private:
  int k() const { return query_.transform.k; }
  const DopNode& tumbled_node(std::uint32_t node) const { return query_.tumbled.nodes()[node]; }
  const DopNode& aligned_node(std::uint32_t node) const { return query_.aligned.nodes()[node]; }
  void tumble(BatchTumbling how);
  void refit();
  PartnerDop reduced() const;

  const DopQuery query_;
  const TreeLevels& levels_;
  std::vector<PartnerDop> partners_;
  std::vector<BatchPair> leaf_pairs_;  // triangles
  BatchAnswer answer_;
};

}  // namespace collisionchip
