// The units and channels that the keys of a configuration make: the machine's own (tlm/machines), the way in and out for all.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

Netlist chip_netlist(const ChipConfig& config);
// Its units alone.
std::vector<UnitRow> chip_units(const ChipConfig& config);
// How many units of a kind are numbered: one for each memory channel, or for each engine. At least 1.
std::uint32_t copies_of(const std::vector<UnitRow>& units, const std::string& kind);

}  // namespace collisionchip
