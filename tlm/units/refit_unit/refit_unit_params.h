// What the Refit Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/refit_unit/refit_unit_keys.h"

namespace collisionchip {

struct RefitUnitParams : RefitUnitKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t k = 0;  // coefficients of a DOP
  const NodeFormat* node_format = nullptr;

  static RefitUnitParams of(const RefitUnitKeys& keys, const Derived& machine);
  // For all directions of a DOP: of a triangle, or of two children.
  Cycle dop_cycles() const;
};

}  // namespace collisionchip
