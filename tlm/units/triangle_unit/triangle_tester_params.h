// What both units of triangle tests are built with: the keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_keys.h"

namespace collisionchip {

struct TriangleTesterParams : TriangleUnitKeys {
  TriangleTesterParams(const TriangleUnitKeys& keys, const Derived& machine);

  std::uint32_t clock_period_ps;
  Cycle issue_cycles;    // of the pipeline that a pair takes
  Cycle pipeline_depth;  // from the issue of a pair to its result
  bool entry_check;      // the end of a query says how many findings came before it, with a checksum
};

}  // namespace collisionchip
