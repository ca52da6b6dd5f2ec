// 3x3 matrices by rows, in double: set-up algebra.
#pragma once

#include <array>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

using Matrix3 = std::array<Vec3d, 3>;

inline Vec3d operator*(const Matrix3& m, const Vec3d& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}

inline Matrix3 operator*(const Matrix3& left, const Matrix3& right) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result[i][j] = dot(left[i], {right[0][j], right[1][j], right[2][j]});
  }
  return result;
}

// By cofactors. A singular matrix gives infinities or NaN, which every user of the result must survive.
inline Matrix3 inverse(const Matrix3& m) {
  const double factor = 1 / dot(m[0], cross(m[1], m[2]));
  const Matrix3 columns = {factor * cross(m[1], m[2]), factor * cross(m[2], m[0]),
                           factor * cross(m[0], m[1])};
  Matrix3 result;
  for (int i = 0; i < 3; ++i) result[i] = {columns[0][i], columns[1][i], columns[2][i]};
  return result;
}

}  // namespace collisionchip
