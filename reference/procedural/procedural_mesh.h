// Objects made from formulas, so that the project needs no files of others: the same bytes on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

struct ProceduralKind {
  std::string name;         // as typed after `collisionchip mesh`
  std::string description;  // one line for --help
  bool is_random = false;   // has a part that the seed varies
};

// torus-knot, gear, coil-spring, finned-casting (a polygon soup with open edges), sphere, ...
const std::vector<ProceduralKind>& procedural_kinds();

// An object of exactly `triangles` triangles (1 to 2^30), centred near the origin, largest extent about 1.
// All kinds but finned-casting are closed and face outward when the number is even and at least 4; an odd
// number leaves one edge cut on one side only. With too few triangles for its shape a kind becomes a
// tetrahedron or double pyramid. `seed` varies the kinds that have a random part. InputError for an unknown
// kind or a count out of range.
Mesh make_procedural_mesh(const std::string& kind, std::uint32_t triangles, std::uint64_t seed = 0);

}  // namespace collisionchip
