// How a walk reads the aligned pair of an entry: at once. The other way is in ancestor_reads.h.
#pragma once

#include "collisionchip/tlm/units/stack_engine/pair_engine.h"

namespace collisionchip {

class DirectReads {
 public:
  explicit DirectReads(const PairEngine::Ports& ports) : links_(ports.aligned_auxiliary) {}

  void reset() {}
  void start(const PairPointer& /*root*/) {}

  // An entry whose own pair is still to be requested, and whether that waits for something.
  void begin(const PairPointer& entry) { target_ = entry; }
  bool is_under_way() const { return false; }
  bool waits() const { return false; }
  void forget_way() {}
  // What is to be requested next: the entry's own pair, or another one before it. ask(): it has been.
  bool at_target() const { return true; }
  const PairPointer& target() const { return target_; }
  std::uint32_t next() const { return target_.pair; }
  void ask() {}

  // Takes links that have come; true if a way goes on by them.
  bool take_links(Cycle) { return false; }
  bool awaits_links() const { return false; }
  // The links of the aligned pair whose flags are next; nullptr: not here.
  const PairAuxiliary* front(Cycle now) { return links_.front(now); }
  void pop(Cycle now) { links_.pop(now); }

 private:
  Channel<PairAuxiliary>& links_;
  PairPointer target_;
};

}  // namespace collisionchip
