// What all engines that walk pairs of nodes are built with: the keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_keys.h"

namespace collisionchip {

struct PairEngineParams : StackEngineKeys {
  PairEngineParams(const StackEngineKeys& keys, const Derived& machine);

  std::uint32_t clock_period_ps;
  const NodeFormat* node_format;  // tells where the pair of a list word lies
  std::uint32_t sram_words;       // entries that each stack SRAM holds
  bool prefetching;               // fetch a pair ahead: wanted, and the DOP Unit has room for a second one
};

}  // namespace collisionchip
