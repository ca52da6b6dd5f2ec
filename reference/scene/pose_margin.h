// How far a query's relative pose (geometry/relative_pose.h) may be off the two poses of the world that it is made of.
#pragma once

#include <cmath>

#include "collisionchip/reference/geometry/matrix3.h"

namespace collisionchip {

// The largest |coordinate| that a matrix and its inverse make of vectors whose coordinates are at most 1. The inverse's is
// infinite where the matrix is as good as singular.
struct MatrixNorms {
  double own = 0, inverse = 0;

  static MatrixNorms of(const Matrix3& rows);
};

class PoseMargin {
 public:
  // An object whose points have coordinates up to `reach`, turned by a matrix of these norms and moved by t.
  void add(const MatrixNorms& norms, const Vec3d& t, double reach);

  // How far, in each world coordinate, a point of B in A's frame by relative_pose() may be off where both poses place it; the
  // largest over all pairs of objects. May be infinite.
  double value() const;
  // The axis along which their origins lie farthest apart.
  int longest_way() const;

 private:
  MatrixNorms largest_;
  double reach_ = 0;
  Vec3d low_{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high_{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

}  // namespace collisionchip
