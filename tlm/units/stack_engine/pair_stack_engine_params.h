// What the Pair Stack Engine is built with.
#pragma once

#include "collisionchip/tlm/units/stack_engine/pair_engine_params.h"

namespace collisionchip {

struct PairStackEngineParams : PairEngineParams {
  using PairEngineParams::PairEngineParams;

  static PairStackEngineParams of(const StackEngineKeys& keys, const Derived& machine) {
    return PairStackEngineParams(keys, machine);
  }
};

}  // namespace collisionchip
