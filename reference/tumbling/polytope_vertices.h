// The vertices of a DOP's polytope, as what is tumbled in the DOP's place.
#pragma once

#include <vector>

#include "collisionchip/reference/dop/dop.h"

namespace collisionchip {

// The vertices of the polytope whose slabs are wider by 2^-36 of its reach on each side. That covers the rounding of clipping,
// and vertices that are left out because another one is as near as 2^-40 of the reach. Never empty.
std::vector<Vec3d> enclosing_vertices(int k, const DopNode& node);

}  // namespace collisionchip
