// The machine of Figure 4 with its two stack SRAMs, as the keys of a configuration make it.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

Netlist chip_netlist(const ChipConfig& config);
// Its units alone.
std::vector<UnitRow> chip_units(const ChipConfig& config);
// How many there are of a kind of unit of which each memory channel, or each engine, has one; otherwise 1.
std::uint32_t copies_of(const ChipConfig& config, const std::string& unit);

}  // namespace collisionchip
