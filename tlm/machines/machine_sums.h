// Sums between units: those that several machines have, and all of them together.
#pragma once

#include <vector>

#include "collisionchip/tlm/machines/machine_kind.h"

namespace collisionchip {

// Of all machines, in the order of their rows. A sum or a term that a machine has between two others stands between them.
ClosingSums sums_of_machines();

namespace machine_sums {

using Terms = std::vector<ClosingSum::Term>;

// What the tests of triangles come to, with the words read from the Pointer FIFO for them.
std::vector<MachineSum> results(const Terms& found);
// Records of triangles that the memory has sent.
MachineSum triangles_read(const Terms& asked_for);
// Pairs of nodes that the memory has sent, or bursts of them.
MachineSum aligned_read(const Terms& asked_for, const Terms& kept = {});
MachineSum tumbled_read(const Terms& answered, const Terms& asked_for);

Terms operator+(Terms terms, const Terms& more);
void append(std::vector<MachineSum>& sums, const std::vector<MachineSum>& more);

}  // namespace machine_sums
}  // namespace collisionchip
