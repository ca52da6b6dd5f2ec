// The tumbled pairs of a walk: that of the current list, and one that is fetched ahead. Says which pair is requested,
// kept, used or dropped (docs/stack_engine.md). No time.
#pragma once

#include <deque>
#include <optional>

#include "collisionchip/tlm/units/stack_engine/pair_engine.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine_params.h"

namespace collisionchip {

class TumbledPairs {
 public:
  static constexpr std::uint32_t kNoPair = ~0u;

  TumbledPairs(const PairEngineParams& params, PairEngine::Statistics& statistics)
      : prefetching_(params.prefetching),
        prefetch_known_(params.prefetch_known),
        keep_pair_(params.keep_pair),
        statistics_(statistics) {}

  void reset();

  // A list begins. `another_waits`: a list that waits will need what was fetched ahead for the list before. `on_stack`: its
  // pair need not be read, unless it is in place: its transform lies on the stack.
  ListCommand begin(const PairPointer& pair, std::uint32_t length, bool another_waits, bool on_stack);

  // The pair has been asked for and its pointers are here, or those of the list before are kept.
  bool known() const { return known_; }
  const PairAuxiliary& pointers() const { return pointers_; }
  // Aligned requests wait for the pointers, so that the prefetch is first, or the pair on the stack is asked for.
  bool holds_aligned() const { return (prefetching_ || on_stack_) && !known_; }
  // The pair comes from the stack, and its pointers with it.
  bool is_on_stack() const { return on_stack_; }
  void take_from_stack(const PairAuxiliary& pointers) { pointers_ = pointers, known_ = true; }

  // Pointers come in the order of the requests. True if these are the current list's.
  bool take(const PairAuxiliary& pointers);

  // The list's own pair is to be requested.
  bool to_request() const { return to_request_; }
  // Its list word without a mask.
  std::uint32_t request();
  // What can be fetched ahead. `waiting`: the pair of the list that waits to be taken next; kNoPair: not known.
  std::optional<std::uint32_t> ahead(std::uint32_t waiting) const;
  void fetch_ahead(std::uint32_t pair);

 private:
  // Whose pointers come next from the Memory Controller.
  enum class Owner { current, prefetch, dropped };

  bool has_inner(int member) const { return member_.has(member) && !pointers_.leaf[member]; }
  void end_prefetch(Owner owner_from_now_on);

  const bool prefetching_, prefetch_known_, keep_pair_;
  PairEngine::Statistics& statistics_;

  PairPointer member_;            // the current list's pair, with its mask
  std::uint32_t pair_ = kNoPair;  // without it; of the list before until the next one
  bool to_request_ = false;
  bool on_stack_ = false;
  bool known_ = false;
  PairAuxiliary pointers_;

  // The prefetched pair, if any.
  bool fetched_ = false;
  bool certain_ = false;            // a list that waits has it
  std::uint32_t fetched_pair_ = 0;  // its list word without a mask
  bool fetched_known_ = false;
  PairAuxiliary fetched_pointers_;

  std::deque<Owner> owners_;
};

inline std::optional<std::uint32_t> TumbledPairs::ahead(std::uint32_t waiting) const {
  if (!prefetching_ || !known_ || fetched_) return std::nullopt;
  if (has_inner(0)) return pointers_.child[0];
  if (!prefetch_known_) return std::nullopt;
  if (has_inner(1)) return pointers_.child[1];
  if (waiting == kNoPair || (keep_pair_ && waiting == pair_)) return std::nullopt;
  return waiting;
}

}  // namespace collisionchip
