// Two objects placed in one world, as a query takes them.
#pragma once

#include "collisionchip/reference/geometry/double_pose.h"

namespace collisionchip {

// Where B is in A's frame: x_A = Ra^-1 (Rb x_B + tb - ta), computed in double, each of the twelve numbers rounded once to
// float32. Equal linear parts give exactly the identity, equal poses the identity pose, and where A's pose is the identity
// the result is to_float32(b). What the world's poses say exactly and this does not, reference/scene/broad_phase.h allows for.
// InputError if a number is beyond float32, or the linear part has no inverse once it is rounded.
Pose relative_pose(const DoublePose& a, const DoublePose& b);

}  // namespace collisionchip
