// Whether two objects are so far apart that their boxes show it: asked before anything of a query is set up.
#pragma once

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// True: no point of B, moved by exactly this pose, is one of A. False says nothing, and is the answer for trees without axes and
// for numbers beyond what can be bounded.
bool roots_apart(const DopTree& a, const DopTree& b, const Pose& pose);

}  // namespace collisionchip
