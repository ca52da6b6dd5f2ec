// Costs of the units that machines other than the paper have.
#pragma once

#include "collisionchip/tlm/statistics/cost_parts.h"

namespace collisionchip {

// The area apart; nothing if the machine has no such unit.
UnitCost other_unit_cost(const CostSource& source, CostUnit unit);

}  // namespace collisionchip
