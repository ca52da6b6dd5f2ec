// A pose as it was given, before its numbers are rounded to float32: where an object of a scene is in the world.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

// x_world = R x + t. Every number is in the range of float32.
struct DoublePose {
  Matrix3 r{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  Vec3d t;

  friend bool operator==(const DoublePose& a, const DoublePose& b) { return a.r == b.r && a.t == b.t; }
};

// The same numbers.
DoublePose to_double(const Pose& pose);

// Each number rounded once. InputError, which begins with `where`, if one is beyond float32.
Pose to_float32(const DoublePose& pose, const Place& where);

// By the formula of pose_from_quaternion(), which is this and to_float32(). InputError as there, which begins with `where`.
DoublePose double_pose_from_quaternion(const std::array<double, 7>& numbers, const Place& where = "pose");
// 3x4, row after row. InputError, which begins with `where`, if a number is not finite or the linear part has no inverse.
DoublePose double_pose_from_matrix(const std::array<double, 12>& numbers, const Place& where = "pose");

// Takes the same text as parse_pose() and has the same complaints. to_float32() of the result is the pose of parse_pose().
DoublePose parse_double_pose(const std::string& text, const Place& where);

// Takes a file that read_poses() takes.
std::vector<DoublePose> read_double_poses(const std::string& path);

}  // namespace collisionchip
