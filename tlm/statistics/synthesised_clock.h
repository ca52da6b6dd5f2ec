// Which clock a configuration is known to meet (docs/costs.md).
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kinds/unit_cost.h"

namespace collisionchip {

// The slowest path of the units that were synthesised.
SynthesisedPath slowest_synthesised_path(const ChipConfig& config);

}  // namespace collisionchip
