// What the Stack Engine is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_keys.h"

namespace collisionchip {

struct StackEngineParams : StackEngineKeys {
  std::uint32_t clock_period_ps = 0;
  const NodeFormat* node_format = nullptr;  // tells where the pair of a list word lies
  std::uint32_t sram_words = 0;             // list entries that each stack SRAM holds
  std::uint32_t burst = 8;       // of them in one read; half as many are waited for ahead, at least one
  ListEcc ecc = ListEcc::none;   // check bits in their words
  bool heads_in_sram = false;    // the tumbled pair of a list is its first word there
  bool prefetching = true;       // fetch a pair ahead: wanted, and the DOP Unit has room for a second one
  bool refetch_parents = false;  // the pairs on the way to an aligned one are read before it
  bool pair_stack = false;       // instead of lists

  static StackEngineParams of(const StackEngineKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
