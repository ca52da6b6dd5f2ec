#include "collisionchip/tlm/units/result_unit/result_unit_params.h"

namespace collisionchip {

ResultUnitParams ResultUnitParams::of(const HostKeys& keys, const Derived& machine) {
  ResultUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.link = machine.link;
  params.rings = machine.queries;
  return params;
}

}  // namespace collisionchip
