// Which of two objects is tumbled, as the key query.tumbled_side says it: one of them whatever they are, or the smaller
// one. A large tumbled side is moved again for each small thing that it meets.
#pragma once

#include "collisionchip/reference/geometry/tumbled_side.h"

namespace collisionchip {

struct CollisionObject;

enum class TumbledRule { a, b, smaller };

// The smaller object is the one whose root has the smaller extent along its widest axis; B if they are equal.
TumbledSide tumbled_side(TumbledRule rule, const CollisionObject& a, const CollisionObject& b);

}  // namespace collisionchip
