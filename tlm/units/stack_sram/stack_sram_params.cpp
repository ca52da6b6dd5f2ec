#include "collisionchip/tlm/units/stack_sram/stack_sram_params.h"

namespace collisionchip {

StackSramParams StackSramParams::of(const StackSramKeys& keys, const Derived& machine) {
  StackSramParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.entry_words = machine.pairs.entry_words;
  params.list_entries = keys.entries / params.entry_words;
  params.read_latency = keys.latency + (keys.ecc != ListEcc::none ? keys.ecc_cycles : 0);
  return params;
}

}  // namespace collisionchip
