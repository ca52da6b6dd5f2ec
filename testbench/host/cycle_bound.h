// The watchdog's bound: more chip cycles than any query takes whose records are what was uploaded.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// A traversal brings a pair of nodes, or a leaf that meets a subtree, together with each of the other object
// at most once: less than 9 pairs_a * pairs_b meetings. Each is given far more than it can take: 32 times all
// times of the configuration added up, as much for the host, and 8 intervals of a host that looks at the
// Pointer FIFO only every `drain_interval` cycles. Never more than simulated time can hold.
Cycle most_cycles(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b,
                  Cycle drain_interval);

}  // namespace collisionchip
