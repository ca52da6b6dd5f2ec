// Numbers and choices that follow from several keys, for units and for the host.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kinds/derived.h"

namespace collisionchip {

Derived derived_of(const ChipConfig& config);

// The format of the machine's nodes in the SDRAM.
const NodeFormat& nodes_of(const ChipConfig& config);
// The most queries in flight. A machine with more than one has a command queue.
std::uint32_t queries_of(const ChipConfig& config);
// Registers are made of poses on the chip.
bool has_pose_unit(const ChipConfig& config);
bool has_contact_unit(const ChipConfig& config);
// An object that has changed its shape gets its boxes on the chip.
bool has_refit_unit(const ChipConfig& config);
// The most queries in one batch: of a machine with a Pose Unit any number, otherwise queries_of().
std::uint32_t most_in_a_batch(const ChipConfig& config);
// Says whether cycles of a query depend on the queries before it.
bool remembers_queries(const ChipConfig& config);

}  // namespace collisionchip
