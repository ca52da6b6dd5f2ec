// Which tumbled pairs a query's lists keep, find prefetched, or request, and which one each fetches ahead: the
// Stack Engine's decisions (docs/stack_engine.md), without its time.
#pragma once

#include <cstdint>

#include "collisionchip/testbench/estimator/query_profile.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"

namespace collisionchip {

// Of one list.
struct TumbledStep {
  bool kept = false;        // the pair of the list before
  bool prefetched = false;  // neither kept nor prefetched: requested
  bool dropped = false;     // what was prefetched turned out to be in vain
  std::uint32_t ahead = kNoPair;
  bool ahead_waits =
      false;  // it is the pair of a list that waits: asked for a cycle after the list was taken
};

class TumbledSequence {
 public:
  TumbledSequence(const StackEngineParams& params, const QueryProfile& profile)
      : prefetching_(params.prefetching),
        prefetch_known_(params.prefetch_known),
        keep_pair_(params.keep_pair),
        heads_in_sram_(params.heads_in_sram),
        profile_(profile) {}

  // Lists in their order. Where some are left out, what they leave behind is found by going through the last
  // of them.
  TumbledStep next(std::size_t list);
  // The pair that was to be fetched ahead was not: the query ends.
  void not_fetched() { prefetched_ = kNoPair; }

 private:
  TumbledStep follow(std::size_t list);
  std::uint32_t ahead_of(std::size_t list) const;

  const bool prefetching_, prefetch_known_, keep_pair_, heads_in_sram_;
  const QueryProfile& profile_;
  std::size_t following_ = 0;
  std::uint32_t own_ = kNoPair, prefetched_ = kNoPair;
  bool certain_ = false;  // a list that waits has the prefetched pair
  bool wrote_both_ = false;
};

}  // namespace collisionchip
