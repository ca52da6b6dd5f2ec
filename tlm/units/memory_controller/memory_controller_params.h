// What Memory Controllers are built with: their keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_keys.h"

namespace collisionchip {

struct MemoryControllerParams : MemoryControllerKeys {
  std::uint32_t clock_period_ps = 0;
  Cycle data_latency = 0;       // cycles from the SDRAM pins to the input register, the check included
  std::uint32_t bus_bytes = 0;  // of a beat on the SDRAM's data bus
  Ecc ecc = Ecc::none;

  static MemoryControllerParams of(const MemoryControllerKeys& keys, const Derived& machine);
};

struct PairControllerParams : MemoryControllerParams {
  const NodeFormat* node_format = nullptr;
  Cycle pair_beats = 0;          // of a sibling pair
  std::uint32_t pair_bytes = 0;  // that a read of one brings: whole beats
  bool pairs_in_beats = true;    // each begins at a beat
  Cycle auxiliary_latency =
      0;  // from a pair's first beat in the register to its auxiliary words going out; a shorter pair's as soon
  std::uint32_t branch_cache_lines = 0;  // decoded pairs that are kept, with the two numbers below
  Cycle branch_cache_latency = 0;        // from a kept pair's turn to its line
  Cycle decode_cycles = 0;               // from a pair's last beat in the register to its line
  bool keep_across_queries = true;

  static PairControllerParams of(const MemoryControllerKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
