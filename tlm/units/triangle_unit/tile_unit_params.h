// What the Tile Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/units/triangle_unit/triangle_tester_params.h"

namespace collisionchip {

struct TileUnitParams : TriangleTesterParams {
  using TriangleTesterParams::TriangleTesterParams;

  std::uint32_t tile = 0;  // tumbled triangles that it holds

  static TileUnitParams of(const TriangleUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
