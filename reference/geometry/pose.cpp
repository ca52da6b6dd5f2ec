#include "collisionchip/reference/geometry/pose.h"

#include <cmath>

#include "collisionchip/reference/geometry/offset_pose.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

Pose pose_from_quaternion(const std::array<double, 7>& numbers) {
  return to_float32(double_pose_from_quaternion(numbers), "pose");
}

Pose parse_pose(const std::string& text, const Place& where) {
  return to_float32(parse_double_pose(text, where), where);
}

std::vector<Pose> read_poses(const std::string& path) {
  std::vector<Pose> poses;
  for (const DoublePose& pose : read_double_poses(path))
    poses.push_back(to_float32(pose, printable_path(path)));
  return poses;
}

Pose moved(const DoublePose& pose, const Vec3d& offset, const Place& where) {
  Pose result = to_float32(pose, where);
  if (offset == Vec3d{}) return result;
  for (std::size_t row = 0; row < 3; ++row) {
    const int axis = static_cast<int>(row);
    double sum = pose.t[axis];
    for (std::size_t column = 0; column < 3; ++column)
      sum += (double{result.r[row][column]} - (row == column ? 1 : 0)) * offset[static_cast<int>(column)];
    result.t[axis] = static_cast<float>(sum);
    if (!std::isfinite(result.t[axis]))
      fail_at(where, "a translation in the range of float32", "a larger one");
  }
  return result;
}

}  // namespace collisionchip
