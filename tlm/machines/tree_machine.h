// Parts that the rows of lists and boxes share: the Stack Engine walks pairs of nodes, and a unit of volumes compares them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip::tree_machine {

// `volumes` is the name of the unit that transforms tumbled pairs and compares aligned pairs with them.
std::vector<UnitRow> units(const std::string& volumes);
std::vector<ChannelRow> channels(const ChipConfig& config, const std::string& volumes);

// Counters of the units of volumes, and of pairs that are kept before them and need not be read.
struct VolumeTerms {
  machine_sums::Terms aligned, tumbled, discarded, ancestors, kept_aligned, kept_tumbled;
};
std::vector<MachineSum> sums(const VolumeTerms& volumes);

// Sections and keys that both machines have and others lack.
std::vector<std::string> keys();

// Trees with more children or larger leaves cannot be walked.
std::optional<ConfigConflict> node_conflict(const ChipConfig& config);
// The beats of the bus must divide the stride of pairs.
std::optional<ConfigConflict> bus_conflict(const ChipConfig& config);
// Stack SRAMs need room for four entries.
std::optional<ConfigConflict> entries_conflict(const ChipConfig& config);

}  // namespace collisionchip::tree_machine
