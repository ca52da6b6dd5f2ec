// What the Pointer FIFO is built with; its depth is its channel's.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo_keys.h"

namespace collisionchip {

struct PointerFifoParams : PointerFifoKeys {
  std::uint32_t clock_period_ps = 0;
  bool closes = false;  // the end of a query is an entry, too, which checks the others

  static PointerFifoParams of(const PointerFifoKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
