// The procedural kind "comb": with a second one in its place between the tines of the first, or one that collides.
#pragma once

#include <cstdint>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// Where a comb B of as many triangles (12 to about a million) lies between the tines of A: turned by half a turn about x
// and moved by half a pitch. Their boxes overlap nearly wholly, and no triangle meets one of the other.
Pose interlaced_comb_pose(std::uint32_t triangles);

// A comb whose first triangle is a burr at the end of its first tine: as B in that pose it meets one triangle of an ordinary
// comb A of as many triangles, one of A's first, and nothing else does. InputError below 24 triangles: such a comb has no back to meet.
Mesh make_colliding_comb(std::uint32_t triangles);

}  // namespace collisionchip
