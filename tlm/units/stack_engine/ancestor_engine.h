// Ancestor Engine: the Stack Engine (stack_engine.h) of a machine whose aligned pairs cannot be decoded without their
// parent's box (aabb_unit.parent = refetch, docs/aabb.md).
//
// Timing contract, where it differs: an entry becomes a way, which is all pairs from the query's aligned root down to the
// entry's own pair. Only the entry's own pair counts for `look_ahead`. The engine requests one way at a time. The next pair
// of the way is requested in the cycle in which the links of the pair before are here.
#pragma once

#include "collisionchip/tlm/units/stack_engine/ancestor_reads.h"
#include "collisionchip/tlm/units/stack_engine/pair_walk.h"
#include "collisionchip/tlm/units/stack_engine/sram_lists.h"

namespace collisionchip {

class AncestorEngine : public PairWalk<SramLists, AncestorReads> {
 public:
  using Params = StackEngineParams;

  AncestorEngine(const sc_core::sc_module_name& name, const StackEngineParams& params, const Ports& ports);

  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const AncestorEngine* counted);
};

}  // namespace collisionchip
