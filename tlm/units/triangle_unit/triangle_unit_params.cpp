#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

TriangleUnitParams TriangleUnitParams::of(const TriangleUnitKeys& keys, const Derived& machine) {
  TriangleUnitParams params(keys, machine);
  if (machine.pairs.nodes->triangle_leaves) {
    const std::uint32_t waiting = keys.queue_depth + 1;  // messages, with the one that is evaluated
    params.tumbled_leaves = 2 * (machine.pairs.register_sets + waiting);
    params.cache_lines = params.cache_ways = 4 * (machine.pairs.look_ahead + waiting);
  }
  return params;
}

}  // namespace collisionchip
