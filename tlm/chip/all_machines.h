// Machines that have, together, every unit and every channel there is.
#pragma once

#include <vector>

#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

// That of Figure 4 first, one with oriented boxes, one without a tree, one with axis-aligned boxes, one with groups, one with two
// engines.
const std::vector<Netlist>& all_machines();
// Their units, each once, those of Figure 4 first. Of alike instances the first one stands for all.
const std::vector<UnitRow>& all_units();

}  // namespace collisionchip
