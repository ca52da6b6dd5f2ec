// What the blocks of a configuration take in silicon of 0.18 um, and which clock is known to be met: by items
// (DOTADDs, operators, register bits, SRAM bits), whose figures are the keys `area.*`. An estimate for comparing
// configurations; what it leaves out stands in docs/costs.md.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/statistics/costs.h"

namespace collisionchip {

// Square micrometres without memories; 0 for the SDRAM and the stack SRAMs.
std::uint64_t logic_area(const ChipConfig& config, CostUnit unit);
// Of an SRAM, decoders and amplifiers included.
std::uint64_t sram_area(const ChipConfig& config, std::uint64_t bytes);

// The slowest of the units that were synthesised (docs/synthesis.md).
struct SlowestUnit {
  std::string name;
  std::uint32_t period_ps;
};
SlowestUnit slowest_synthesised_unit(const ChipConfig& config);

}  // namespace collisionchip
