// Parts that the rows of lists and boxes share: the Stack Engine walks pairs of nodes, and a unit of volumes compares them.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/machine_kind.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip::tree_machine {

// `volumes` is the name of the unit that transforms tumbled pairs and compares aligned pairs with them.
// `engine` is the unit of the kind stack_engine that walks the pairs.
std::vector<UnitRow> units(const std::string& volumes, const std::string& engine = "stack_engine");
std::vector<ChannelRow> channels(const ChipConfig& config, const std::string& volumes);
// What follows from keys of several sections. `nodes` is the machine's own.
void derive(const ChipConfig& config, PairsDerived& pairs);
std::vector<SocketRow> sockets();
std::vector<PointerFlow> flows(const std::string& volumes);

// Counters of the units of volumes, and of pairs that are kept before them and need not be read.
struct VolumeTerms {
  machine_sums::Terms aligned, tumbled, discarded, ancestors, kept_aligned, kept_tumbled;
};
std::vector<MachineSum> sums(const VolumeTerms& volumes);

// Sections and keys that both machines have and others lack.
std::vector<std::string> keys();

// Rules that both machines have. Each machine has others between them.
ConflictRule nodes_rule();    // trees that can be walked
ConflictRule bus_rule();      // beats of the bus and pairs of nodes
ConflictRule entries_rule();  // room in the stack SRAMs

}  // namespace collisionchip::tree_machine
