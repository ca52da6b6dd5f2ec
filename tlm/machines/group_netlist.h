// Units and channels of a machine with groups: one engine, or several behind an Engine Switch.
#pragma once

#include <array>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip::group_netlist {

// The units of an engine, in the order of reports.
constexpr std::array<const char*, 5> kUnits = {"record_cache", "group_engine", "group_unit", "leaf_unit",
                                               "small_triangle_unit"};
std::vector<UnitRow> units(const ChipConfig& config);
std::vector<ChannelRow> channels(const ChipConfig& config);

}  // namespace collisionchip::group_netlist
