#include "collisionchip/tlm/units/pose_unit/pose_unit_params.h"

#include "collisionchip/reference/groups/pose_registers.h"

namespace collisionchip {

PoseUnitParams PoseUnitParams::of(const PoseUnitKeys& keys, const Derived& machine) {
  PoseUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.k = machine.k;
  params.queries = machine.queries;
  params.contact = machine.groups.contact;
  return params;
}

// Products that need one another: place and bounds, and of an inverse cofactors, determinant, eight of its reciprocal,
// entries, residual and bound. Shifts and sums of 128 bits before, between and behind them take eight cycles.
Cycle PoseUnitParams::pose_cycles(TumbledSide side) const {
  constexpr Cycle kShifts = 8, kChain = 2, kInverse = 13;
  const Cycle chain = side == TumbledSide::a ? kChain + kInverse : kChain;
  const Cycle products = pose_products(static_cast<int>(k), side);
  return (products + multipliers - 1) / multipliers + kShifts + chain * stages;
}

}  // namespace collisionchip
