// Which machines have a unit whose pins are known.
#pragma once

#include <string>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// What an error says was expected where a machine has no pins of this unit; empty: it has them.
std::string what_has_pins(const ChipConfig& config, const std::string& unit);

}  // namespace collisionchip
