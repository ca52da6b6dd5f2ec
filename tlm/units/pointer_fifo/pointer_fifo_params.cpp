#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo_params.h"

namespace collisionchip {

PointerFifoParams PointerFifoParams::of(const PointerFifoKeys& keys, const Derived& machine) {
  PointerFifoParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.closes = machine.closes_queries();
  return params;
}

}  // namespace collisionchip
