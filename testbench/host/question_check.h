// Refuses questions that a machine cannot answer. Simulations and estimates call this first.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Checks a question about two objects of these sizes. InputError if this program lacks a unit's RTL, or the objects do not fit into the
// chip's SDRAM.
void check_question(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b);

}  // namespace collisionchip
