// The Stack Engine's decisions about tumbled pairs (docs/stack_engine.md), without its time. For each list: whether its pair is kept,
// prefetched or requested, and which pair is fetched ahead.
#pragma once

#include <cstdint>

#include "collisionchip/testbench/estimator/query_profile.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"

namespace collisionchip {

// The decisions for one list. A pair that is not kept and not prefetched is requested.
struct TumbledStep {
  bool kept = false;              // the pair is that of the list before
  bool prefetched = false;        // the pair was fetched ahead
  bool dropped = false;           // another pair was fetched ahead in vain
  std::uint32_t ahead = kNoPair;  // the pair that is fetched ahead now
  bool ahead_waits = false;  // `ahead` is a waiting list's pair, requested a cycle after this list was taken
};

class TumbledSequence {
 public:
  TumbledSequence(const StackEngineParams& params, const QueryProfile& profile)
      : prefetching_(params.prefetching),
        prefetch_known_(params.prefetch_known),
        keep_pair_(params.keep_pair),
        heads_in_sram_(params.heads_in_sram),
        profile_(profile) {}

  // Called for lists in their order. If lists were left out, the last ones before `list` are gone through first, to find the engine's
  // state.
  TumbledStep next(std::size_t list);
  // Called if the last `ahead` was not fetched because the query ends.
  void not_fetched() { prefetched_ = kNoPair; }

 private:
  TumbledStep follow(std::size_t list);
  std::uint32_t ahead_of(std::size_t list) const;

  const bool prefetching_, prefetch_known_, keep_pair_, heads_in_sram_;
  const QueryProfile& profile_;
  std::size_t following_ = 0;
  std::uint32_t own_ = kNoPair, prefetched_ = kNoPair;
  bool certain_ = false;  // a waiting list has the prefetched pair
  bool wrote_both_ = false;
};

}  // namespace collisionchip
