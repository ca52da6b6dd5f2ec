// What the Pointer FIFO is built with; its depth is its channel's.
#pragma once

#include <cstdint>

namespace collisionchip {

struct PointerFifoParams {
  std::uint32_t clock_period_ps = 0;
  bool closes = false;  // the end of a query is an entry, too, which checks the others
};

}  // namespace collisionchip
