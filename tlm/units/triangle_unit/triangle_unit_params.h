// What the Triangle Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/units/triangle_unit/triangle_tester_params.h"

namespace collisionchip {

struct TriangleUnitParams : TriangleTesterParams {
  using TriangleTesterParams::TriangleTesterParams;

  std::uint32_t tumbled_leaves = 0;  // triangles of tumbled leaves that it keeps; 0: leaves bring none

  static TriangleUnitParams of(const TriangleUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
