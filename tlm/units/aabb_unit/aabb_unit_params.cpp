#include "collisionchip/tlm/units/aabb_unit/aabb_unit_params.h"

namespace collisionchip {

namespace {

// Centre, reach along three axes and along nine products of edges; of a triangle, three corners.
constexpr std::uint32_t kBoxRows = 15, kTriangleRows = 9;

std::array<BoxUnitParams, 4> params_by_leaves(const AabbUnitParams& params, std::uint32_t bus_bytes) {
  std::array<BoxUnitParams, 4> all;
  for (std::uint32_t leaves = 0; leaves < all.size(); ++leaves) {
    all[leaves] = params;
    all[leaves].beats = box_beats(*params.node_format, bus_bytes, leaves);
    for (std::uint32_t member = 0; member < 2; ++member) {
      if ((leaves >> member & 1u) != 0)
        all[leaves].place_cycles[member] = (kTriangleRows + params.dotadds - 1) / params.dotadds;
    }
  }
  return all;
}

}  // namespace

AabbUnitParams AabbUnitParams::of(const AabbUnitKeys& keys, const Derived& machine) {
  AabbUnitParams params{box_unit_params(keys, kBoxRows, machine)};
  params.decode_cycles = keys.decode_cycles;
  params.node_format = machine.pairs.nodes;
  params.refetch_parents = keys.parent == AabbParentKey::refetch;
  if (params.node_format->leafless) params.by_leaves = params_by_leaves(params, machine.sdram.bus_bytes);
  return params;
}

}  // namespace collisionchip
