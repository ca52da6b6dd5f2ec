// What a pose of twelve numbers does to B in addition to placing it.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

// "pose 3 scales B by 2", "pose 0 stretches or shears B by factors from 0.5 to 2 and mirrors it; so do 4 other poses, each in its way":
// by more than a thousandth, which rounded numbers do not reach. Empty: all poses are turns and moves alone.
std::string stretch_text(const std::vector<Pose>& poses);

}  // namespace collisionchip
