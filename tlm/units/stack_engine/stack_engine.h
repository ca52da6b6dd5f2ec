// Stack Engine (§4.2): walks the lists of Algorithm 2 (pair_walk.h), which lie in the two stack SRAMs.
//
// Timing contract (docs/stack_engine.md), in addition to that of pair_walk.h:
// - Entries are read from the SRAM in bursts. Flags append to the lists of the next level, left lists in one SRAM and
//   right lists in the other.
// - With list_heads = sram a list's first word in the SRAM is its tumbled pair, read with the first entries. The list
//   begins, for the DOP Unit and for the tumbled request, when that word is here. The heads of the two lists that may
//   follow are written in the cycle in which the pair's pointers are known, before any append. The tumbled pair of a
//   waiting list is unknown until its head is read, so it is not fetched ahead.
// - When the last flags are in, the left list is next if it has entries, then the right one, then one level up.
// - Entries find no room when an SRAM or the level registers are full.
// - With stack_sram.ecc list words have check bits. A word is checked when it would become a request. A word that cannot be
//   corrected ends the query with an error: no more requests leave, and the end follows when all answers under way are
//   in, as at a stop.
#pragma once

#include "collisionchip/tlm/units/stack_engine/direct_reads.h"
#include "collisionchip/tlm/units/stack_engine/pair_walk.h"
#include "collisionchip/tlm/units/stack_engine/sram_lists.h"

namespace collisionchip {

class StackEngine : public PairWalk<SramLists, DirectReads> {
 public:
  using Params = StackEngineParams;

  StackEngine(const sc_core::sc_module_name& name, const StackEngineParams& params, const Ports& ports);

  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const StackEngine* counted);
};

}  // namespace collisionchip
