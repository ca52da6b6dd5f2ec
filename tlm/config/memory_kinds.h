// Memories by name: what a data sheet says, as keys of the configuration. docs/memories.md has the sources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// "custom", which says nothing, and the memories, in the order of the table.
const std::vector<std::string>& memory_kind_names();

// A name's place in that list. std::out_of_range if there is none.
std::uint32_t memory_kind(const std::string& name);

// What a user buys: "DIMM", "package", "stack", and the channels that it has.
struct MemoryPart {
  const char* name;
  std::uint32_t channels;
};
// std::out_of_range for "custom", which is no part.
MemoryPart memory_part(std::uint32_t kind);

// Notes the kind, a place in that list, and sets what its data sheet gives: the clock and the bytes per clock of
// section `memory`, of section `sdram` banks, pages, bursts, times and refresh, and of section `energy` what the memory
// takes. What a controller decides stays: how
// addresses spread, whether pages stay open, queues.
void set_memory_kind(ChipConfig& config, std::uint32_t kind);

}  // namespace collisionchip
