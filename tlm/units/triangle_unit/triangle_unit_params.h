// What the Triangle Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_keys.h"

namespace collisionchip {

struct TriangleUnitParams : TriangleUnitKeys {
  std::uint32_t clock_period_ps = 0;
  Cycle issue_cycles = 0;    // of the pipeline that a pair takes
  Cycle pipeline_depth = 0;  // from the issue of a pair to its result
  bool entry_check = false;  // the end of a query says how many findings came before it, with a checksum
  std::uint32_t tile = 0;    // tumbled triangles that it holds, with tiles; 0: leaf tests instead
  std::uint32_t tumbled_leaves = 0;  // triangles of tumbled leaves that it keeps; 0: leaves bring none

  static TriangleUnitParams of(const TriangleUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
