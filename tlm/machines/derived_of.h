// What units and the host are told of a machine beside single keys.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kinds/derived.h"

namespace collisionchip {

Derived derived_of(const ChipConfig& config);

// How a machine's nodes lie in the SDRAM.
const NodeFormat& nodes_of(const ChipConfig& config);
// Queries in flight at most; more than 1: there is a command queue.
std::uint32_t queries_of(const ChipConfig& config);
// Cycles of a query depend on the queries before it.
bool remembers_queries(const ChipConfig& config);

}  // namespace collisionchip
