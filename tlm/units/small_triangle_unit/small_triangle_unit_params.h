// What the Small Triangle Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit_keys.h"

namespace collisionchip {

struct SmallTriangleUnitParams : SmallTriangleUnitKeys {
  std::uint32_t clock_period_ps = 0;
  Cycle slow_interval = 0, slow_depth = 0;
  Cycle record_cycles = 0;    // of a maker for a record
  Cycle record_depth = 0;     // from corners to their record
  bool filter = true;         // of the slow pipeline: hit, miss or uncertain
  std::uint32_t queries = 0;  // in flight at most
  bool leaf_entries = false;  // an entry names a pair of leaves
  bool entry_check = false;
  bool contact = false;            // there is a Contact Unit
  bool contact_overflows = false;  // and what finds no room there is uncertain

  static SmallTriangleUnitParams of(const SmallTriangleUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
