// Pair Stack Engine: walks both trees at once, depth first, with a stack of pairs of pairs in the place of lists
// (stack_engine.traversal = pairs, aabb_unit.parent = simultaneous; docs/stack_engine.md#pairs).
//
// Timing contract, in addition to that of pair_walk.h:
// - Each entry is a list of one aligned pair. The top of the stack is read from both SRAMs at once, the tumbled half from
//   the left one: the list begins when its words are here.
// - Flags push at most one pair in a cycle, the left tumbled member's pairs last. The list ends when all pairs are pushed.
// - Entries find no room when the SRAMs are full; `levels` has no effect.
#pragma once

#include "collisionchip/tlm/units/stack_engine/direct_reads.h"
#include "collisionchip/tlm/units/stack_engine/pair_stack.h"
#include "collisionchip/tlm/units/stack_engine/pair_walk.h"

namespace collisionchip {

class PairStackEngine : public PairWalk<PairStack, DirectReads> {
 public:
  using Params = PairStackEngineParams;

  PairStackEngine(const sc_core::sc_module_name& name, const PairStackEngineParams& params,
                  const Ports& ports);

  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const PairStackEngine* counted);
};

}  // namespace collisionchip
