// Units and channels of a machine with groups: one engine, or several behind an Engine Switch.
#pragma once

#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip::group_netlist {

std::vector<UnitRow> units(const ChipConfig& config);
std::vector<ChannelRow> channels(const ChipConfig& config);

}  // namespace collisionchip::group_netlist
