// What the Memory Controller is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct MemoryControllerParams {
  std::uint32_t clock_period_ps = 0;
  Cycle request_latency = 0;          // cycles from a request channel to the SDRAM command
  Cycle interface_latency = 0;        // cycles from the SDRAM pins to the input register, the check included
  std::uint32_t input_registers = 0;  // sibling pairs the input register holds
  RefillPolicy refill = RefillPolicy::streaming;
  bool triangle_priority = true;  // triangle reads overtake waiting node reads
  bool overlap_lists = true;  // read a tumbled pair while data of the list before are still in the register
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
};

}  // namespace collisionchip
