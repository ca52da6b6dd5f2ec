// How large a mesh is.
#pragma once

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// Of the corners of all triangles; vertices that no triangle has do not count.
struct MeshExtent {
  Vec3f low, high;

  void add(const Vec3f& corner);
  Vec3d size() const { return to_double(high) - to_double(low); }
  Vec3d centre() const { return 0.5 * (to_double(low) + to_double(high)); }
  double largest() const;
  // Of those that are not 0; 0 for a point.
  double smallest() const;
};

// Of a mesh with at least one triangle.
MeshExtent extent_of(const Mesh& mesh);

// The middle one of the lengths of all triangles' edges, those of length 0 left out; 0 if there are no others.
double median_edge(const Mesh& mesh);

// One offset for two objects that both lie far from the origin: the centre of the smaller one, on a grid about as wide as that
// object. Coordinates on the grid stay exact, and an object near the origin stays where it is.
Vec3d common_offset(const MeshExtent& a, const MeshExtent& b);

}  // namespace collisionchip
