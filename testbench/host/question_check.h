// Refuses what a machine cannot be asked. Simulations and estimates call this first.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Of two objects of these sizes. InputError for units as RTL that this program lacks, and for objects that do not fit into
// the chip's SDRAM.
void check_question(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b);

}  // namespace collisionchip
