// Zachmann's benchmark procedure: an object against its own copy, the copy
// placed at a distance and turned once round (§5: "two identical objects
// in many different relative positions"; the steps are those of its [19]).
//
//   1. The object is scaled uniformly and moved so that its box is centred at the origin and fits in
//   [-1,1]^3.
//   2. The copy's box centre is put at (d, 0, 0), for a number of distances d, farthest first.
//   3. At each distance the copy makes one full tumbling turn about z and x in a set number of steps: in the
//      middle of step i of n it is turned by phi = 2 pi (i + 1/2) / n about x and then by phi about z. With n
//      even no step leaves the copy parallel to the object, where every pair of faces would touch.
//
// What is reported is the average and the maximum over the turn.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// The mesh in [-1,1]^3, its largest extent 2, each coordinate rounded once to float32. Vertices that no
// triangle uses do not count. InputError if there is no triangle or no extent.
Mesh scaled_to_unit_cube(const Mesh& mesh);

// `count` distances, evenly from `farthest` down to `nearest`; at least 2.
std::vector<double> approach_distances(double nearest, double farthest, std::uint32_t count);

// One turn at a distance of the box centres. std::invalid_argument unless `steps` is even and not 0.
std::vector<Pose> tumbling_turn(double distance, std::uint32_t steps);

}  // namespace collisionchip
