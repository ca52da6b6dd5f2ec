#include "collisionchip/tlm/units/aabb_unit/aabb_unit_params.h"

namespace collisionchip {

AabbUnitParams AabbUnitParams::of(const AabbUnitKeys& keys, const Derived& machine) {
  constexpr std::uint32_t kRows = 15;  // centre, reach along three axes and along nine products of edges
  AabbUnitParams params{box_unit_params(keys, kRows, machine)};
  params.decode_cycles = keys.decode_cycles;
  params.node_format = machine.pairs.nodes;
  params.refetch_parents = keys.parent == AabbParentKey::refetch;
  return params;
}

}  // namespace collisionchip
