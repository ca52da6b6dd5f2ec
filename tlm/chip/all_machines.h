// Machines that have, together, every unit and every channel there is.
#pragma once

#include <vector>

#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

// Those that the rows of machines show (tlm/machines/machine_kind.h), in the order of their places: that of Figure 4 first.
const std::vector<Netlist>& all_machines();
// Their units, each once, those of Figure 4 first. Several alike instances have one row, that of the first.
const std::vector<UnitRow>& all_units();

}  // namespace collisionchip
