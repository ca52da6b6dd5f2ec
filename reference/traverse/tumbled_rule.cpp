#include "collisionchip/reference/traverse/tumbled_rule.h"

#include <algorithm>

#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

namespace {

// The first three directions are the axes. Two float32 differ by a double, nearly; both sides are rounded alike.
double extent(const DopTree& tree) {
  const std::size_t half = static_cast<std::size_t>(tree.k()) / 2;
  double widest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    widest = std::max(widest, double{tree.root().d[axis + half]} - double{tree.root().d[axis]});
  return widest;
}

}  // namespace

TumbledSide tumbled_side(TumbledRule rule, const CollisionObject& a, const CollisionObject& b) {
  if (rule == TumbledRule::smaller) return extent(a.tree) < extent(b.tree) ? TumbledSide::a : TumbledSide::b;
  return rule == TumbledRule::a ? TumbledSide::a : TumbledSide::b;
}

}  // namespace collisionchip
