// What the Pair Stack Engine is built with.
#pragma once

#include "collisionchip/tlm/units/stack_engine/pair_engine_params.h"

namespace collisionchip {

struct PairStackEngineParams : PairEngineParams {
  using PairEngineParams::PairEngineParams;

  std::uint32_t block_words = 0;  // of a transformed pair on the stack, in each SRAM; 0: none lies there

  static PairStackEngineParams of(const StackEngineKeys& keys, const Derived& machine) {
    PairStackEngineParams params(keys, machine);
    params.block_words = machine.pairs.block_words;
    return params;
  }
};

}  // namespace collisionchip
