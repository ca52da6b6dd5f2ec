#include "collisionchip/tlm/units/group_unit/group_unit_params.h"

namespace collisionchip {

GroupUnitParams GroupUnitParams::of(const GroupUnitKeys& keys, const Derived& machine) {
  GroupUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.layout = machine.groups.layout;
  params.filters = machine.groups.filters;
  params.contexts = machine.groups.contexts;
  params.queries = machine.queries;
  return params;
}

}  // namespace collisionchip
