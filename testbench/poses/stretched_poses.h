// What a pose of twelve numbers does to B in addition to placing it.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

// "pose 3 scales B by 2", "pose 0 stretches or shears B by factors from 0.5 to 2 and mirrors it; so do 4 other poses, each in its way".
// Only changes by more than a thousandth count, which rounding does not cause. Empty if all poses only turn and move B.
std::string stretch_text(const std::vector<Pose>& poses);

}  // namespace collisionchip
