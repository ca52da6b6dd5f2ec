#include "collisionchip/reference/geometry/relative_pose.h"

#include <cmath>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

Matrix3 rows_of(const Pose& pose) {
  Matrix3 rows;
  for (std::size_t i = 0; i < 3; ++i) rows[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  return rows;
}

float rounded(double value) {
  const auto result = static_cast<float>(value);
  if (!std::isfinite(result))
    throw InputError("two poses of a scene: expected one relative to the other in the range of float32");
  return result;
}

}  // namespace

Pose relative_pose(const Pose& a, const Pose& b) {
  const Matrix3 undo = inverse(rows_of(a)), rows = rows_of(b);
  const Vec3d way = undo * (to_double(b.t) - to_double(a.t));
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = {rows[0][j], rows[1][j], rows[2][j]};
      pose.r[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          rounded(dot(undo[static_cast<std::size_t>(i)], column));
    }
    pose.t[i] = rounded(way[i]);
  }
  return pose;
}

}  // namespace collisionchip
