// What the Group Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/group_unit/group_unit_keys.h"

namespace collisionchip {

struct GroupUnitParams : GroupUnitKeys {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout{};
  GroupFilters filters{};
  std::uint32_t contexts = 0;
  std::uint32_t queries = 0;  // in flight at most

  static GroupUnitParams of(const GroupUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
