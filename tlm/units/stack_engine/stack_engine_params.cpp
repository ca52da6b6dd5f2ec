#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"

namespace collisionchip {

StackEngineParams StackEngineParams::of(const StackEngineKeys& keys, const Derived& machine) {
  StackEngineParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  const PairsDerived& pairs = machine.pairs;
  params.node_format = pairs.nodes;
  params.sram_words = pairs.list_words / pairs.entry_words;
  params.burst = pairs.entry_words == 1 ? 8 : 1;
  params.ecc = pairs.list_ecc;
  params.leaf_test = pairs.leaf_test;
  params.heads_in_sram = keys.list_heads == ListHeads::sram;
  params.prefetching = pairs.prefetches;
  params.prefetch_known = pairs.prefetches_known;
  params.refetch_parents = pairs.refetches_parents;
  params.pair_stack = pairs.stacks_pairs;
  return params;
}

}  // namespace collisionchip
