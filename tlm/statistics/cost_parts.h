// What the costs of units are put together from.
#pragma once

#include <string>

#include "collisionchip/tlm/statistics/costs.h"

namespace collisionchip {

// A machine, and the board that has counted what its last query did; no board: nothing was done.
struct CostSource {
  const ChipConfig& config;
  const Board* board = nullptr;

  template <typename U>
  const typename U::Statistics& counted(const std::string& unit) const {
    static const typename U::Statistics kNothing{};
    return board == nullptr ? kNothing : board->chip().unit<U>(unit).statistics();
  }
};

constexpr Operations kDotadd = {3, 3, 0};

// Adds an SRAM to a unit, with so many words read or written; returns their energy.
double add_sram(const ChipConfig& config, std::uint64_t bytes, std::uint64_t words, UnitCost& cost);

// `energy`: of the four keys that are in 45 nm.
UnitCost closed(const ChipConfig& config, UnitCost cost, double energy);

}  // namespace collisionchip
