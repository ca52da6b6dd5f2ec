// All that a query counted, for a reader at a terminal: `collide --account full`.
#pragma once

#include <string>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

// Banks, bytes and bandwidth, triangles, the distribution of alpha, stacks, and the occupancy of every channel of the machine. `answer` is
// one answer or a sum of several.
std::string full_account(const ChipAnswer& answer, const ChipConfig& config, const Netlist& machine);

}  // namespace collisionchip
