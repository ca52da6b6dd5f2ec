#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

TriangleUnitParams TriangleUnitParams::of(const TriangleUnitKeys& keys, const Derived& machine) {
  TriangleUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.issue_cycles = keys.issue_cycles();
  params.pipeline_depth = keys.pipeline_depth();
  params.entry_check = machine.entry_check;
  params.tile = machine.tile;
  if (machine.tile == 0) params.lanes = 1;
  if (machine.tile != 0) params.cache_lines = params.cache_ways = 1;  // it has none
  if (machine.pairs.nodes->triangle_leaves) {
    const std::uint32_t waiting = keys.queue_depth + 1;  // messages, with the one that is evaluated
    params.tumbled_leaves = 2 * (machine.pairs.dop_register_sets + waiting);
    params.cache_lines = params.cache_ways = 4 * (machine.pairs.look_ahead + waiting);
  }
  return params;
}

}  // namespace collisionchip
