// Sums between units: the sums of all machines, joined, and sums that several machines have.
#pragma once

#include <vector>

#include "collisionchip/tlm/machines/machine_kind.h"

namespace collisionchip {

// Joins the sums of all machines by name, in the order of the rows. What a later machine adds keeps its place: it stands before the
// next sum, or term, that both have.
ClosingSums sums_of_machines();

namespace machine_sums {

using Terms = std::vector<ClosingSum::Term>;

// Entries of the Pointer FIFO are what was found, and each is two words of the PCI Interface.
std::vector<MachineSum> results(const Terms& found);
// The memory has sent as many triangle records as were asked for.
MachineSum triangles_read(const Terms& asked_for);
// The memory has sent as many pairs of nodes, or bursts of groups, as were asked for.
MachineSum aligned_read(const Terms& asked_for, const Terms& kept = {});
MachineSum tumbled_read(const Terms& answered, const Terms& asked_for);

Terms operator+(Terms terms, const Terms& more);
void append(std::vector<MachineSum>& sums, const std::vector<MachineSum>& more);

}  // namespace machine_sums
}  // namespace collisionchip
