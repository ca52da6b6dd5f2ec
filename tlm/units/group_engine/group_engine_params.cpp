#include "collisionchip/tlm/units/group_engine/group_engine_params.h"

namespace collisionchip {

GroupEngineParams GroupEngineParams::of(const GroupEngineKeys& keys, const Derived& machine) {
  GroupEngineParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.layout = machine.groups.layout;
  return params;
}

}  // namespace collisionchip
