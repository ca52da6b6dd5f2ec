// What a stack SRAM is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct StackSramParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t entries = 0;      // of lists
  std::uint32_t entry_words = 1;  // of 32 bits in each
  Cycle latency = 0;              // from a read to its first word, checked if it has check bits
};

}  // namespace collisionchip
