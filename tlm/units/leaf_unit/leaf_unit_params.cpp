#include "collisionchip/tlm/units/leaf_unit/leaf_unit_params.h"

namespace collisionchip {

LeafUnitParams LeafUnitParams::of(const LeafUnitKeys& keys, const Derived& machine) {
  LeafUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.layout = machine.groups.layout;
  params.filters = machine.groups.filters;
  params.contexts = machine.groups.contexts;
  params.queries = machine.queries;
  params.move_cycles = keys.move_cycles();
  params.tests = machine.groups.triangle_lanes;
  return params;
}

}  // namespace collisionchip
