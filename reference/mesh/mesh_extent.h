// How large a mesh is.
#pragma once

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// The extent of all triangles' corners; vertices without a triangle do not count.
struct MeshExtent {
  Vec3f low, high;

  void add(const Vec3f& corner);
  Vec3d size() const { return to_double(high) - to_double(low); }
  Vec3d centre() const { return 0.5 * (to_double(low) + to_double(high)); }
  double largest() const;
  // The smallest size that is not 0; 0 for a point.
  double smallest() const;
};

// The mesh has at least one triangle.
MeshExtent extent_of(const Mesh& mesh);

// The median length of all triangles' edges, without edges of length 0; 0 if there are no others.
double median_edge(const Mesh& mesh);

// One offset for two objects that both lie far from the origin: the centre of the smaller one, on a grid about as wide as that
// object. Coordinates on the grid stay exact, and an object near the origin stays where it is.
Vec3d common_offset(const MeshExtent& a, const MeshExtent& b);

}  // namespace collisionchip
