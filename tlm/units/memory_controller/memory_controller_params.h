// What the Memory Controller is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_keys.h"

namespace collisionchip {

struct MemoryControllerParams : MemoryControllerKeys {
  std::uint32_t clock_period_ps = 0;
  Cycle data_latency = 0;  // cycles from the SDRAM pins to the input register, the check included
  const NodeFormat* node_format = nullptr;
  std::uint32_t pair_bytes = 0;              // that a read of a sibling pair brings: whole beats
  bool pairs_in_beats = true;                // each begins at a beat
  std::uint32_t bus_bytes = 0;               // of a beat
  Cycle pair_beats = 0, triangle_beats = 0;  // of a sibling pair, of a triangle, on the SDRAM's data bus
  Cycle auxiliary_latency = 0;  // from a pair's first beat in the register to its auxiliary words going out
  Ecc ecc = Ecc::none;
  std::uint32_t branch_cache_lines = 0;  // decoded pairs that are kept, with the two numbers below
  Cycle branch_cache_latency = 0;        // from a kept pair's turn to its line
  Cycle decode_cycles = 0;               // from a pair's last beat in the register to its line
  bool keep_across_queries = true;

  static MemoryControllerParams of(const MemoryControllerKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
