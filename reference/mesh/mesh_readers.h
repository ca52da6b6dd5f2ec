// One reader per format and what they share. Private to the mesh_*.cpp files; others use mesh_file.h.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

// The readers fill vertices and triangles; parse_mesh() does the checks that are the same for all of them.
Mesh parse_obj(const char* data, std::size_t size, const std::string& name);
Mesh parse_stl(const char* data, std::size_t size, const std::string& name);
Mesh parse_ply(const char* data, std::size_t size, const std::string& name);
Mesh parse_off(const char* data, std::size_t size, const std::string& name);

// InputError for more vertices or triangles than the
// numbers of this project can count, or no triangle at all.
void check_mesh_size(std::uint64_t vertices, std::uint64_t triangles, const std::string& name);

inline bool is_finite(const Vec3f& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// The next three numbers on a line of text.
inline Vec3f read_point(TextScanner& scanner) {
  return {scanner.read_float("x"), scanner.read_float("y"), scanner.read_float("z")};
}

// Cuts a polygon into the triangles v0,vi,vi+1 while its corners arrive.
class PolygonFan {
 public:
  explicit PolygonFan(Mesh& mesh) : mesh_(mesh) {}

  void add_corner(std::uint32_t vertex) {
    if (corners_ == 0) first_ = vertex;
    if (corners_ >= 2) mesh_.triangles.push_back({first_, previous_, vertex});
    previous_ = vertex;
    ++corners_;
  }
  std::uint64_t corners() const { return corners_; }

 private:
  Mesh& mesh_;
  std::uint32_t first_ = 0;
  std::uint32_t previous_ = 0;
  std::uint64_t corners_ = 0;
};

}  // namespace collisionchip
