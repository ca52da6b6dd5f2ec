// What a user may have to hear who found no pair: that the two objects can hardly be in the same unit or place.
#pragma once

#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

MeshExtent extent_of(const CollisionObject& object);

// For a query that found nothing: a line on stderr with both extents if one is a hundred times the other, or if in every pose
// the boxes are ten times the larger extent apart.
void note_sizes(const MeshExtent& a, const MeshExtent& b, const std::vector<Pose>& poses);

}  // namespace collisionchip
