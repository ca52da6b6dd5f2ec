// A triangle mesh exactly as in the file: no vertex or triangle is merged, moved or dropped. A triangle's number is its
// place in `triangles`; degenerate triangles keep their numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

struct Mesh {
  std::string name;                                     // file name or procedural kind, for messages
  std::vector<Vec3f> vertices;                          // all finite
  std::vector<std::array<std::uint32_t, 3>> triangles;  // indices into `vertices`, all in range

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(triangles.size()); }
  std::array<Vec3f, 3> corners(std::uint32_t triangle) const {
    const auto& t = triangles[triangle];
    return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  }
};

}  // namespace collisionchip
