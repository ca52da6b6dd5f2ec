// What must add up in every query: the sums that tie the units' statistics to each other. Where it can be,
// each side is counted by another unit. The judge checks them after every query, in every run.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// From one start of the chip to its end, without an error.
struct QueryAccount {
  const ChipConfig& config;
  Cycle cycles;
  const std::vector<UnitCycles>& units;
  const Statistics& statistics;
};

// All but the two that hold for every unit (busy + stalled + idle = cycles) and for every channel (its
// occupancy adds up to the cycles).
const ClosingSums& closing_sums();

// One line per sum that does not close: the rule and both sides. Empty if all is well.
std::vector<std::string> open_sums(const QueryAccount& account);

}  // namespace collisionchip
