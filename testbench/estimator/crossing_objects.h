// Objects that procedural ones are not: a few large triangles, and hundreds or thousands of small parts that all or many of
// them cross. Nearly every tumbled pair of such a query is fetched ahead: a sample's runs begin in the middle of that.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/judge/random_numbers.h"

namespace collisionchip {

// What crosses the parts.
enum class Crossing {
  wall,   // triangles that each cross all parts, one above the other
  plate,  // a square of so many fields side by side
  comb,   // long strips side by side, with gaps
  fan,    // long triangles about one corner
};
constexpr std::array<Crossing, 4> kCrossings = {Crossing::wall, Crossing::plate, Crossing::comb,
                                                Crossing::fan};
const char* name_of(Crossing crossing);

// In the plane z = 0, about the origin, largest extent about 2. `count`: walls, fields of a side, strips, triangles of the fan.
Mesh make_crossing(Crossing crossing, std::uint32_t count);

// What the parts are; all stand upright on a square of extent 1, about the origin, and reach from z = -0.2 to 0.2.
enum class Part {
  blade,  // one triangle
  pin,    // four triangles, a tetrahedron
  stud,   // twelve triangles, a box
};
constexpr std::array<Part, 3> kParts = {Part::blade, Part::pin, Part::stud};
const char* name_of(Part part);
std::uint32_t triangles_of(Part part);

// side * side parts on a grid, each moved off its place by up to `scatter` of the distance between two.
Mesh make_parts(Part part, std::uint32_t side, double scatter, RandomNumbers& random);

// The identity, then turned about z by any angle, tilted and moved a little: most parts are still crossed.
std::vector<Pose> crossing_poses(RandomNumbers& random, int count);

}  // namespace collisionchip
