// What the DOP Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/pair_beats.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit_keys.h"

namespace collisionchip {

struct DopUnitParams : DopUnitKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t k = 0;  // coefficients of a DOP
  const NodeFormat* node_format = nullptr;
  PairBeats beats{};
  Cycle compare_cycles = 0;  // of one member: its coefficients, but no faster than its beats come
  RefillPolicy refill = RefillPolicy::streaming;  // when new beats may follow into the input register
  bool flags_at_once = false;  // as soon as a pair is in the input register, whatever it takes
  bool hands_out = false;      // transformed pairs go to the stack and come back

  static DopUnitParams of(const DopUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
