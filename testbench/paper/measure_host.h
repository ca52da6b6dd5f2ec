// What one tumbling turn costs in software on this host: the only numbers of the figures that it decides.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/testbench/paper/paper_plan.h"
#include "collisionchip/testbench/paper/software.h"
#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip {

// Microseconds of CPU time on this host by software name, the median of `repeats` runs of each pose, pose
// set-up included; "set_up": the set-up alone. Also "list.pairs", "fcl.pairs" and so on.
Turn measure_host(const std::vector<TimedSoftware>& software, const CollisionObject& object,
                  const std::vector<Pose>& poses, WitnessMode mode, std::uint32_t repeats);

}  // namespace collisionchip
