// What lists and boxes share: the Stack Engine walks pairs of nodes, and a unit of volumes compares them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip::tree_machine {

// `volumes`: the unit that transforms tumbled pairs and compares aligned ones with them, by its name.
std::vector<UnitRow> units(const std::string& volumes);
std::vector<ChannelRow> channels(const ChipConfig& config, const std::string& volumes);

// What units of volumes count, and what the memory need not send because it is kept before them.
struct VolumeTerms {
  machine_sums::Terms aligned, tumbled, discarded, ancestors, kept_aligned, kept_tumbled;
};
std::vector<MachineSum> sums(const VolumeTerms& volumes);

// Sections and keys that these machines have and others lack.
std::vector<std::string> keys();

// What the chip can walk.
std::optional<ConfigConflict> node_conflict(const ChipConfig& config);
// Between pairs in one block.
std::optional<ConfigConflict> bus_conflict(const ChipConfig& config);
std::optional<ConfigConflict> entries_conflict(const ChipConfig& config);

}  // namespace collisionchip::tree_machine
