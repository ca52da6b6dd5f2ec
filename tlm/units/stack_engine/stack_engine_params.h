// What the engines with lists are built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/units/stack_engine/pair_engine_params.h"

namespace collisionchip {

struct StackEngineParams : PairEngineParams {
  using PairEngineParams::PairEngineParams;

  std::uint32_t burst = 8;      // entries in one read; half as many are waited for ahead, at least one
  ListEcc ecc = ListEcc::none;  // check bits in their words
  bool heads_in_sram = false;   // the tumbled pair of a list is its first word there

  static StackEngineParams of(const StackEngineKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
