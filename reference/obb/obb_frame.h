// How RAPID lays the axes of a box (Gottschalk, Lin and Manocha 1996): along the principal axes of the triangles'
// surface.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

struct ObbFrameFit {
  Matrix3 axes;  // columns, a rotation; the box is longest along the first one
  Vec3d mean;    // of the surface
};

// Twice the area of each triangle, by number.
std::vector<double> surface_weights(const Mesh& mesh);

// For the triangles [first, last), at least one. Triangles without any area are taken as their corners.
ObbFrameFit fit_obb_frame(const Mesh& mesh, const std::vector<double>& weights, const std::uint32_t* first,
                          const std::uint32_t* last);

}  // namespace collisionchip
