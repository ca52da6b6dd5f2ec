// All machines. A new machine needs a file with its row, a line here and a line in machine_kinds.cpp.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/machines/machine_kind.h"

namespace collisionchip {

MachineKind lists_machine();   // pairs of nodes with DOPs, by the Stack Engine: Figure 4
MachineKind boxes_machine();   // the same with oriented or axis-aligned boxes
MachineKind tiles_machine();   // all pairs of triangles, by the Pair Sequencer
MachineKind groups_machine();  // groups of siblings, by Group Engines

const std::vector<MachineKind>& machine_kinds();
// The keys by which a configuration chooses one: engine.kind and tree.format.
const std::vector<std::string>& keys_that_choose();
// The machine that a configuration chooses.
const MachineKind& machine_of(const ChipConfig& config);

}  // namespace collisionchip
