#include "collisionchip/reference/geometry/relative_pose.h"

#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

constexpr const char* kWhere = "the pose of one relative to the other";

}  // namespace

Pose relative_pose(const DoublePose& a, const DoublePose& b) {
  if (a == DoublePose{}) return to_float32(b, kWhere);
  const Matrix3 undo = inverse(a.r);
  DoublePose relative;
  relative.t = undo * (b.t - a.t);
  if (!(a.r == b.r)) relative.r = undo * b.r;
  const Pose pose = to_float32(relative, kWhere);
  const Matrix3 rounded = to_double(pose).r;
  if (dot(rounded[0], cross(rounded[1], rounded[2])) == 0)
    fail_at(kWhere, "a linear part that has an inverse in float32", "a singular one");
  return pose;
}

}  // namespace collisionchip
