// Poses of two objects from whose coordinates one offset was taken: a' = a - c and b' = b - c. x_A = R x_B + t says the same
// as x'_A = R x'_B + t' with t' = t + (R - 1) c. R is the matrix in float32; t as it is written and t' are of double, and t'
// is rounded once.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

// As parse_pose() and read_poses(), which they are for an offset of 0.
Pose parse_pose(const std::string& text, const std::string& where, const Vec3d& offset);
std::vector<Pose> read_poses(const std::string& path, const Vec3d& offset);

}  // namespace collisionchip
