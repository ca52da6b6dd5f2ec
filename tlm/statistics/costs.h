// What a query costs beside cycles, unit by unit: each unit's own folder says how it is counted (tlm/kinds/unit_cost.h,
// docs/costs.md).
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/tlm/kinds/unit_cost.h"

namespace collisionchip {

// `unit`: the first of instances that are alike, which are added up; "sdram": what lies behind all channels. All zero if the machine
// has none. Of the board's last query, or of a machine that has done nothing yet: its bytes and its area.
UnitCost unit_cost(const Board& board, const std::string& unit);
UnitCost unit_cost(const ChipConfig& config, const std::string& unit);
// Without memories, in um2.
std::uint64_t logic_area(const ChipConfig& config, const std::string& unit);
// All units; of the bytes and the area those on the chip.
UnitCost chip_cost(const Board& board);
UnitCost chip_cost(const ChipConfig& config);

}  // namespace collisionchip
