// One point of a plan, run by itself: the account that a reader at a terminal gets of any other query.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

// Prints it. False if the chip and the reference disagree, or a checker complains.
bool report_point(const Plan& plan, const PointSpace& points, std::uint64_t point,
                  const std::vector<Workload>& workloads);

}  // namespace collisionchip
