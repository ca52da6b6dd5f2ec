// On which side of a bound along a direction does the pose put a point? Exactly.
#pragma once

#include <cmath>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip::testing_support {

// Sign of (bound - n . (R x + t)), 0 for NaN, which parts nothing: products of float32 are exact in double,
// their sum is kept exactly.
inline int exact_gap(double bound, const Vec3d& n, const Pose& pose, const Vec3f& x) {
  if (!std::isfinite(bound)) return std::isnan(bound) ? 0 : bound > 0 ? 1 : -1;
  ExactSum sum;
  sum.add(bound);
  for (int i = 0; i < 3; ++i) {
    const auto& row = pose.r[static_cast<std::size_t>(i)];
    for (int axis = 0; axis < 3; ++axis)
      sum.add(-n[i] * (double{row[static_cast<std::size_t>(axis)]} * double{x[axis]}));
    sum.add(-n[i] * double{pose.t[i]});
  }
  return sum.sign();
}

}  // namespace collisionchip::testing_support
