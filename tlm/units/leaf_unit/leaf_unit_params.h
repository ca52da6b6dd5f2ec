// What the Leaf Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit_keys.h"

namespace collisionchip {

struct LeafUnitParams : LeafUnitKeys {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout{};
  GroupFilters filters{};
  std::uint32_t contexts = 0;
  std::uint32_t queries = 0;  // in flight at most
  Cycle move_cycles = 0;      // of a triangle through the DOTADDs
  std::uint32_t tests = 0;    // pairs of triangles that may leave in a cycle

  static LeafUnitParams of(const LeafUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
