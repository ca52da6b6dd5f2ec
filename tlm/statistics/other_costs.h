// Costs of the units that the paper's machine lacks (tlm/chip/other_units.h).
#pragma once

#include "collisionchip/tlm/statistics/costs.h"

namespace collisionchip {

// Of the board's last query, the area apart; nothing if its machine has no such unit.
UnitCost other_unit_cost(const Board& board, CostUnit unit);

}  // namespace collisionchip
