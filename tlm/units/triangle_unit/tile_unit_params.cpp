#include "collisionchip/tlm/units/triangle_unit/tile_unit_params.h"

namespace collisionchip {

TileUnitParams TileUnitParams::of(const TriangleUnitKeys& keys, const Derived& machine) {
  TileUnitParams params(keys, machine);
  params.tile = machine.tile;
  return params;
}

}  // namespace collisionchip
