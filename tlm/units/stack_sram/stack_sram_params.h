// What a stack SRAM is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram_keys.h"

namespace collisionchip {

struct StackSramParams : StackSramKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t entry_words = 1;  // of 32 bits in each entry of a list
  std::uint32_t list_entries = 0;
  Cycle read_latency = 0;  // from a read to its first word, checked if it has check bits

  static StackSramParams of(const StackSramKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
