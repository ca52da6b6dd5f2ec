// An object's place as the case study writes it (docs/opencl.md): Displacement[0..2] = x y z, [3] an angle about x, [4] about
// y, [5] about z, in radians. The object is turned first, about x, y, z in this order, then moved.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

using Displacement = std::array<float, 6>;

// The rotation R = Rz(psi) Ry(theta) Rx(phi) as CalcRotMatrix has it: entries in double, rounded once to float32.
Pose pose_of(const Displacement& displacement);

// Six numbers from text; `where` is put before messages.
Displacement parse_displacement(const std::string& text, const std::string& where);
// One per line, `#` starts a comment. InputError names file and line; a file without a single one is one too.
std::vector<Displacement> read_displacements(const std::string& path);

// Coordinates x y z of vertices as the kernels CalcRotacoes and CalcTransl leave them. Where the matrix is the identity,
// which it is for angles of zero, the first one does not run.
std::vector<float> displaced_vertices(const std::vector<float>& vertices, const Pose& pose);
bool turns(const Pose& pose);

}  // namespace collisionchip
