#include "collisionchip/tlm/units/stack_engine/pair_engine_params.h"

namespace collisionchip {

PairEngineParams::PairEngineParams(const StackEngineKeys& keys, const Derived& machine)
    : StackEngineKeys(keys),
      clock_period_ps(machine.clock_period_ps),
      node_format(machine.pairs.nodes),
      sram_words(machine.pairs.list_words / machine.pairs.entry_words),
      prefetching(machine.pairs.prefetches) {
  leaf_test = machine.pairs.leaf_test;
  prefetch_known = machine.pairs.prefetches_known;
}

}  // namespace collisionchip
