// A pose places object B in the frame of object A: x_A = R x_B + t, with exactly these float32 numbers.
// R is orthonormal only to about 2^-24 and is never re-normalised.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

struct Pose {
  std::array<std::array<float, 3>, 3> r{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vec3f t;

  friend bool operator==(const Pose& a, const Pose& b) { return a.r == b.r && a.t == b.t; }
};

// tx ty tz qw qx qy qz. The quaternion is normalised, all in double without
// fused multiply-add, and the twelve numbers are rounded once to float32.
// InputError if the quaternion has no direction or a number is not finite.
Pose pose_from_quaternion(const std::array<double, 7>& numbers);

// One pose from text: 7 numbers (translation, unit quaternion) or 12 (row-major 3x4, used as float32
// exactly). `where` is put before messages ("poses.txt:12").
Pose parse_pose(const std::string& text, const Place& where);

// A pose file: one pose per line, `#` starts a comment, blank lines are skipped. InputError names file and
// line; a file without a single pose is one too.
std::vector<Pose> read_poses(const std::string& path);

}  // namespace collisionchip
