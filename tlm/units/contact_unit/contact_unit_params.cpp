#include "collisionchip/tlm/units/contact_unit/contact_unit_params.h"

namespace collisionchip {

ContactUnitParams ContactUnitParams::of(const ContactUnitKeys& keys, const Derived& machine) {
  ContactUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.queries = machine.queries;
  return params;
}

}  // namespace collisionchip
