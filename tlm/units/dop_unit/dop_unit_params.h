// What the DOP Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/pair_beats.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct DopUnitParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t k = 0;  // coefficients of a DOP
  const NodeFormat* node_format = nullptr;
  PairBeats beats;
  std::uint32_t dotadds = 0;            // 1: siblings one after the other; 2n: n rows per cycle for each
  std::uint32_t dotadd_stages = 0;      // cycles of a row in its DOTADD
  std::uint32_t floats_per_cycle = 0;   // into each d register set
  std::uint32_t start_floats = 0;       // coefficients loaded before the first row may issue
  std::uint32_t register_sets = 0;      // d registers and d' memory, each
  Cycle compare_cycles = 0;             // of one member: its coefficients, but no faster than its beats come
  std::uint32_t comparator_groups = 0;  // 1: both members of an aligned pair in turn; 2: side by side
  ERegister e_register = ERegister::stream;
  RefillPolicy refill = RefillPolicy::streaming;  // when new beats may follow into the input register
  std::uint32_t flag_latency = 0;  // cycles from the last comparison to the flags leaving the unit
  bool flags_at_once = false;      // as soon as a pair is in the input register, whatever it takes
};

}  // namespace collisionchip
