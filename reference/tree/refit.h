// The tree of an object that has changed its shape: the same triangles in the same leaves, all boxes anew.
#pragma once

#include <cstdint>

#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// `mesh` has the triangles of `object`, by their numbers, in other places. Its DOPs enclose them exactly; how tightly the
// inner ones fit depends on how far the triangles of a subtree have parted. It has DOPs alone, whatever `object` has
// beside them. InputError, which names the mesh, for another number of triangles.
CollisionObject refit(const CollisionObject& object, const Mesh& mesh);

// What it makes anew: every node that takes part in a traversal.
std::uint64_t refitted_boxes(const DopTree& tree);

}  // namespace collisionchip
