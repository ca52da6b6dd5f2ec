// The machine of Figure 4 with its two stack SRAMs, as the keys of a configuration make it.
#pragma once

#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

Netlist chip_netlist(const ChipConfig& config);
// Its units alone.
std::vector<UnitRow> chip_units(const ChipConfig& config);

}  // namespace collisionchip
