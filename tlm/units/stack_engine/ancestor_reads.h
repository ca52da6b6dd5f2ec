// How a walk reads the aligned pair of an entry that cannot be decoded without its parent's box: all pairs from the
// query's aligned root down to it are read, one after the other (aabb_unit.parent = refetch, docs/aabb.md). What the
// functions mean is said in direct_reads.h.
#pragma once

#include <deque>
#include <optional>

#include "collisionchip/tlm/units/stack_engine/ancestor_way.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"

namespace collisionchip {

class AncestorReads {
 public:
  explicit AncestorReads(const PairEngine::Ports& ports) : links_(ports.aligned_auxiliary) {}

  void reset();
  void start(const PairPointer& root) { root_ = root.pair; }

  void begin(const PairPointer& entry) { way_.emplace(root_, entry); }
  bool is_under_way() const { return way_.has_value(); }
  bool waits() const { return way_->waits(); }
  void forget_way() { way_.reset(); }
  bool at_target() const { return way_->at_target(); }
  const PairPointer& target() const { return way_->target(); }
  std::uint32_t next() const { return way_->next(); }
  void ask();

  bool take_links(Cycle now);
  bool awaits_links() const { return !owners_.empty(); }
  const PairAuxiliary* front(Cycle) { return known_.empty() ? nullptr : &known_.front(); }
  void pop(Cycle) { known_.pop_front(); }

 private:
  enum class Owner { ancestor, target };

  Channel<PairAuxiliary>& links_;
  std::uint32_t root_ = 0;           // of the query
  std::optional<AncestorWay> way_;   // to the entry that was taken last
  std::deque<Owner> owners_;         // of the links to come
  std::deque<PairAuxiliary> known_;  // of targets, no flags yet
};

}  // namespace collisionchip
