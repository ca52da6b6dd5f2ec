// What a reader of a mesh file fills: vertices and polygons in the order of the file. Private to the mesh_*.cpp files.
//
// Coordinates come in double. They are scaled, moved and rounded here, and how far rounding moved them is remembered.
// A polygon is fanned when it is read; when all vertices are known, those whose fan is no triangulation are cut.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

// A number of a file, and the float32 that it is rounded to once. Infinite: beyond float32.
struct FileNumber {
  double value = 0;
  float rounded = 0;
};

struct FilePoint {
  FileNumber x, y, z;
};

// How messages name places by number: "part.obj:12", "part.ply: vertex record 3".
struct PlaceWords {
  const char* vertex = ":";
  const char* polygon = ":";
};

class MeshBuilder {
 public:
  MeshBuilder(const std::string& name, const MeshReading& reading);

  // Called before the first vertex. Without this call places are lines of text.
  void name_places(const PlaceWords& words) { words_ = words; }
  void reserve(std::size_t vertices, std::size_t triangles);

  const std::string& name() const { return mesh_.name; }
  // Then a number whose float32 is infinite may still become a finite one.
  bool changes_numbers() const { return changes_; }
  std::size_t vertex_count() const { return mesh_.vertices.size(); }
  std::size_t triangle_count() const { return mesh_.triangles.size(); }

  // `place`: of its line or record. InputError for a coordinate beyond float32.
  void add_vertex(const FilePoint& point, std::uint64_t place);

  // Corner by corner; the end of a polygon returns how many it has. Fewer than 3 give no triangle.
  void add_corner(std::uint32_t vertex) {
    if (corners_ == 0) first_ = vertex;
    if (corners_ >= 2) mesh_.triangles.push_back({first_, previous_, vertex});
    previous_ = vertex;
    ++corners_;
  }
  std::uint64_t end_polygon(std::uint64_t place);

  // Something of the file that the mesh lacks; said once with its place and how often.
  void leave_out(const std::string& what, std::uint64_t place);

  // When all vertices that the corners name are there.
  Mesh finish();
  // Afterwards.
  const MeshRemarks& remarks() const { return remarks_; }

 private:
  struct Polygon {
    std::uint32_t first_triangle, triangles;
    std::uint64_t place;
  };
  struct Counted {
    std::uint64_t count = 0, place = 0;  // of the first
    std::string what;
  };

  float rounded(const FileNumber& number, double offset, const char* axis, std::uint64_t place,
                double& moved) const;
  void cut_polygons();
  void say_rounding();
  double reach() const;
  void say_underflow(double reach);
  Place place_of(const char* word, std::uint64_t number) const;
  void say(const char* word, const Counted& counted);

  Mesh mesh_;
  MeshReading reading_;
  bool changes_;
  PlaceWords words_;
  std::uint32_t first_ = 0, previous_ = 0;
  std::uint64_t corners_ = 0;
  std::vector<Polygon> polygons_;  // of more than 3 corners
  Vec3d first_vertex_;             // as in the file
  bool is_point_ = true;           // all vertices are this one
  double largest_move_ = 0;        // squared, in the file's units after scaling
  std::uint64_t moved_place_ = 0;
  Counted left_out_;
  MeshRemarks remarks_;
};

}  // namespace collisionchip
