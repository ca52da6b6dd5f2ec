#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"

namespace collisionchip {

StackEngineParams StackEngineParams::of(const StackEngineKeys& keys, const Derived& machine) {
  StackEngineParams params(keys, machine);
  params.burst = machine.pairs.entry_words == 1 ? 8 : 1;
  params.ecc = machine.pairs.list_ecc;
  params.heads_in_sram = keys.list_heads == ListHeads::sram;
  return params;
}

}  // namespace collisionchip
