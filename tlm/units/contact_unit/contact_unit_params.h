// What the Contact Unit is built with: its keys, and what follows from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/contact_unit/contact_unit_keys.h"

namespace collisionchip {

struct ContactUnitParams : ContactUnitKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t queries = 0;  // in flight at most

  static ContactUnitParams of(const ContactUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
