// Costs of the units that the paper's machine lacks (tlm/chip/other_units.h).
#pragma once

#include "collisionchip/tlm/statistics/cost_parts.h"

namespace collisionchip {

// The area apart; nothing if the machine has no such unit.
UnitCost other_unit_cost(const CostSource& source, CostUnit unit);

}  // namespace collisionchip
