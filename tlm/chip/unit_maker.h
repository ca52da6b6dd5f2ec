// How an instance of a kind of unit is made.
#pragma once

#include <memory>
#include <string>

#include "collisionchip/tlm/chip/channel_set.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

using UnitMaker = std::unique_ptr<Unit> (*)(const std::string& instance, const ChipConfig& config,
                                            const UnitPorts& ports);

}  // namespace collisionchip
