// A linear map as a rotation after a stretch along three axes at right angles.
#pragma once

#include "collisionchip/reference/geometry/matrix3.h"

namespace collisionchip {

struct Polar {
  double side = 1;                // -1: a mirror image
  Matrix3 rotation;               // the map is side * rotation * stretch
  Matrix3 stretch;                // symmetric, its factors positive
  double least = 0, largest = 0;  // factors of the stretch
};

// The numbers must be finite.
Polar polar_of(const Matrix3& linear);

}  // namespace collisionchip
