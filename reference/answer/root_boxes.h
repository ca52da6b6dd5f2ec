// Whether two objects are so far apart that boxes around them show it: asked before anything of a query is set up.
#pragma once

#include <array>
#include <vector>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// A box around an object: centre + axes times numbers up to half. The axes have length 1 and are at right angles, up to
// rounding errors, which `half` includes.
struct RootBox {
  Vec3d centre;
  Matrix3 axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  Vec3d half;
};

// Two of an object: along the coordinates, and along the main axes of its corners.
struct RootBoxes {
  RootBox along_coordinates, along_main_axes;

  static RootBoxes of(const std::vector<TriangleRecord>& triangles);
};

// True: no point of B, moved by exactly this pose, is one of A. False says nothing.
bool roots_apart(const RootBoxes& a, const RootBoxes& b, const Pose& pose);

}  // namespace collisionchip
