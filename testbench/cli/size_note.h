// What a user may have to hear of two objects: that they can hardly be in the same unit or place.
#pragma once

#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

MeshExtent extent_of(const CollisionObject& object);

// A line on stderr with both extents if one is a hundred times the other, or if in every pose the boxes are ten times the larger
// extent apart. `found`: a query found a pair.
void note_sizes(const MeshExtent& a, const MeshExtent& b, const std::vector<Pose>& poses, bool found);

}  // namespace collisionchip
