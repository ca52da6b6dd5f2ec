// What the costs of units are put together from.
#pragma once

#include "collisionchip/tlm/statistics/costs.h"

namespace collisionchip {

constexpr Operations kDotadd = {3, 3, 0};

// Adds an SRAM to a unit, with so many words read or written; returns their energy.
double add_sram(const ChipConfig& config, std::uint64_t bytes, std::uint64_t words, UnitCost& cost);

// `energy`: of the four keys that are in 45 nm.
UnitCost closed(const ChipConfig& config, UnitCost cost, double energy);

}  // namespace collisionchip
