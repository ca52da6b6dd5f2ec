// What a query sets up before two trees of oriented boxes meet: the map of the tumbled object in float32, and
// the epsilon of all its overlap tests.
#pragma once

#include <array>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/obb/obb_tree.h"

namespace collisionchip {

struct ObbTransform {
  std::array<std::array<float, 3>, 3> r;
  std::array<float, 3> t;
  float epsilon;  // infinite where the map is not nearly rigid or a number might overflow: nothing is apart
};

// `tumbled`, `aligned`: bounds over all boxes of the trees. Derivation: docs/obb.md.
ObbTransform make_obb_transform(const RigidMap& map, const ObbReach& tumbled, const ObbReach& aligned);

// The epsilon of overlap tests in double on the same boxes: the same terms with the unit of double. Infinite as above.
double make_obb_double_epsilon(const RigidMap& map, const ObbReach& tumbled, const ObbReach& aligned);

}  // namespace collisionchip
