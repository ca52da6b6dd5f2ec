// The tree of an object that has changed its shape: the same triangles in the same leaves, with new boxes.
#pragma once

#include <cstdint>

#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// `mesh` has the triangles of `object`, by their numbers, in other places. The result's DOPs enclose them exactly. Inner DOPs
// fit less tightly the farther the triangles of a subtree have moved apart. The result has only DOPs, even if `object` has
// other volumes. InputError, which names the mesh, for another number of triangles.
CollisionObject refit(const CollisionObject& object, const Mesh& mesh);

// The number of boxes that refit() makes: one for every node that takes part in a traversal.
std::uint64_t refitted_boxes(const DopTree& tree);

}  // namespace collisionchip
