// All intersecting pairs of two objects, decided exactly.
#pragma once

#include <vector>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// All intersecting pairs, sorted: the pairs whose leaf DOPs overlap, which loses none, decided exactly.
// std::invalid_argument when the trees differ in k.
std::vector<TrianglePair> exact_pairs(const CollisionObject& a, const CollisionObject& b, const Pose& pose);

}  // namespace collisionchip
