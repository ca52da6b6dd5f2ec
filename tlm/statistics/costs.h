// What a query costs in addition to cycles, unit by unit. Each unit's folder says how its cost is counted
// (tlm/kinds/unit_cost.h, docs/costs.md).
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/tlm/kinds/unit_cost.h"

namespace collisionchip {

// The cost of the board's last query; for a machine without a query, bytes and area only. `unit` is the first of several
// alike instances, whose costs are added up; "sdram" is the memory behind all channels. All zero if the machine lacks the
// unit.
UnitCost unit_cost(const Board& board, const std::string& unit);
UnitCost unit_cost(const ChipConfig& config, const std::string& unit);
// Without memories, in um2.
std::uint64_t logic_area(const ChipConfig& config, const std::string& unit);
// All units; of the bytes and the area those on the chip.
UnitCost chip_cost(const Board& board);
UnitCost chip_cost(const ChipConfig& config);

}  // namespace collisionchip
