// Compares the verdicts of two runs. If a verdict differs, it depends on the size of the objects, the number of orientations or the host;
// the claim then says so.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/paper/claims.h"

namespace collisionchip {

// Adds to each claim the verdict of another run's folder, if it differs. InputError if the
// folder holds no finished run.
void note_turned_verdicts(std::vector<Claim>& claims, const std::string& folder);

}  // namespace collisionchip
