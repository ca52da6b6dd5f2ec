// The volume of a DOP: what the builders of docs/tree.md compare.
#pragma once

#include <vector>

#include "collisionchip/reference/dop/dop.h"

namespace collisionchip {

struct DopBox {
  Vec3d low, high;
};

// The box that the slabs give, by DopDirections::axis_pair. The polytope lies in it.
DopBox dop_box(const DopDirections& directions, const DopNode& node);
double box_volume(const DopBox& box);

// The volume of the polytope between the slabs, by clipping each of its faces; the slabs need not be the tightest ones. In
// double, exact to about 1e-12 of the box's volume, the same with every library. Zero if the polytope is empty or flat.
double dop_volume(int k, const DopNode& node);

// The corners of the polytope, to about 1e-14 of its size. A corner where several edges meet may be there several times. No
// corners if the polytope is empty. With `wider` every plane lies that much farther out, in the sense of n . x.
std::vector<Vec3d> dop_vertices(int k, const DopNode& node, double wider = 0);

// The sum of the (normalised) widths of all slabs.
double dop_widths(const DopDirections& directions, const DopNode& node);

// Proportional to the surface: the sum of the products of all pairs of widths.
double dop_surface(const DopDirections& directions, const DopNode& node);

}  // namespace collisionchip
