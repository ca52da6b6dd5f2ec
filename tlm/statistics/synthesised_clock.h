// Which clock a configuration is known to meet (docs/synthesis.md).
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// The slowest of the units that were synthesised.
struct SlowestUnit {
  std::string name;
  std::uint32_t period_ps;
};
SlowestUnit slowest_synthesised_unit(const ChipConfig& config);

}  // namespace collisionchip
