#include "collisionchip/tlm/units/refit_unit/refit_unit_params.h"

namespace collisionchip {

RefitUnitParams RefitUnitParams::of(const RefitUnitKeys& keys, const Derived& machine) {
  RefitUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.k = machine.k;
  params.node_format = machine.pairs.nodes;
  return params;
}

Cycle RefitUnitParams::dop_cycles() const {
  return (k / 2 + directions - 1) / directions;
}

}  // namespace collisionchip
