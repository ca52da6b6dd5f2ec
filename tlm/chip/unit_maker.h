// How an instance of a kind of unit is made.
#pragma once

#include <memory>
#include <string>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

using UnitMaker = std::unique_ptr<Unit> (*)(const std::string& instance, const ChipConfig& config,
                                            const UnitPorts& ports);

}  // namespace collisionchip
