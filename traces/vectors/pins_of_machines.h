// Which machines have a unit whose pins are known.
#pragma once

#include <string>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// What was expected instead, if the machine has no pins of this unit; empty if it has them.
std::string what_has_pins(const ChipConfig& config, const std::string& unit);

}  // namespace collisionchip
