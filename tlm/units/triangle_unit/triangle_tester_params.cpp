#include "collisionchip/tlm/units/triangle_unit/triangle_tester_params.h"

namespace collisionchip {

TriangleTesterParams::TriangleTesterParams(const TriangleUnitKeys& keys, const Derived& machine)
    : TriangleUnitKeys(keys),
      clock_period_ps(machine.clock_period_ps),
      issue_cycles(keys.issue_cycles()),
      pipeline_depth(keys.pipeline_depth()),
      entry_check(machine.entry_check) {}

}  // namespace collisionchip
