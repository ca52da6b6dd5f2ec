// Poses of two objects after one offset was subtracted from the coordinates of both: a' = a - c and b' = b - c. Then
// x_A = R x_B + t is the same as x'_A = R x'_B + t' with t' = t + (R - 1) c. R is the matrix in float32. The given t and t'
// are double; t' is rounded once.
#pragma once

#include <string>

#include "collisionchip/reference/geometry/double_pose.h"

namespace collisionchip {

// The pose of the objects from which `offset` was taken; with an offset of 0, to_float32(). InputError, which begins with `where`,
// if a number is beyond float32.
Pose moved(const DoublePose& pose, const Vec3d& offset, const Place& where);

}  // namespace collisionchip
