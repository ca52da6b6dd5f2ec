// Two objects placed in one world, as a query takes them.
#pragma once

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

// Where B is in A's frame: x_A = Ra^-1 (Rb x_B + tb - ta), computed in double, each of the twelve numbers rounded once to
// float32. What the world's poses say exactly and this does not, reference/scene/broad_phase.h allows for. InputError if a
// number is beyond float32.
Pose relative_pose(const Pose& a, const Pose& b);

}  // namespace collisionchip
