// What lists and boxes share: the Stack Engine walks pairs of nodes, and a unit of volumes compares them.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip::tree_machine {

// `volumes`: the unit that transforms tumbled pairs and compares aligned ones with them, by its name.
std::vector<UnitRow> units(const std::string& volumes);
std::vector<ChannelRow> channels(const ChipConfig& config, const std::string& volumes);

}  // namespace collisionchip::tree_machine
