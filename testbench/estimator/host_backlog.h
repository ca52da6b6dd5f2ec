// What a slow host costs a query of which only a sample of lists was worked off. Findings come at the rate of
// the query's blocks of lists and leave at the host's. When nothing between Stack Engine and host has room
// for more, the lists wait.
#pragma once

#include <vector>

#include "collisionchip/testbench/estimator/list_sample.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Cycles to add to those of the lists. `list_cycles`: of the sample's lists, in its order.
double host_backlog(const ChipConfig& config, const ListSample& sample,
                    const std::vector<double>& list_cycles);

}  // namespace collisionchip
