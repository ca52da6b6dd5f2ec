// A triangle mesh that engines are asked about, with what they need of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/error.h"

namespace collisionchip::api {

class ShapeData;

// A handle: copies share the mesh and its trees. Nothing of it changes, so threads may use it at the same time. Each kind of tree is
// built once, when an engine first asks for it (Engine::prepare does it beforehand), and kept as long as a copy lives.
class Shape {
 public:
  using Point = std::array<float, 3>;  // x y z, in any unit of length, the same for all shapes and poses
  using Corners = std::array<std::uint32_t, 3>;  // numbers of vertices, from 0

  // OBJ, STL, PLY or OFF by the name's ending. Nothing is merged, moved or dropped: triangles have their numbers of the file, from 0,
  // polygons are cut in place. Error with file and line.
  static Shape load(const std::string& path);
  // A built-in object of 1 to 2^30 triangles: the kinds of `collisionchip mesh --help`. Error for another kind.
  static Shape make(const std::string& kind, std::uint32_t triangles, std::uint64_t seed = 0);

  // At least one triangle; coordinates are finite, corners are numbers of vertices. Error otherwise.
  Shape(const std::vector<Point>& vertices, const std::vector<Corners>& triangles,
        const std::string& name = "shape");
  // The same from arrays, which are copied: 3 numbers each, one vertex or triangle after the other.
  Shape(const float* vertices, std::size_t vertex_count, const std::uint32_t* triangles,
        std::size_t triangle_count, const std::string& name = "shape");

  // Writes OBJ, binary STL, binary PLY or OFF by the name's ending; float32 values survive. Error if it cannot be written.
  void save(const std::string& path) const;

  const std::string& name() const;     // of the file, or as given
  std::size_t vertex_count() const;    // rows of vertices()
  std::size_t triangle_count() const;  // rows of triangles()
  const float* vertices() const;       // x y z of each, as long as a copy of this lives
  const std::uint32_t* triangles()
      const;  // numbers of the three vertices of each, as long as a copy of this lives
  // What the mesh has otherwise than its file, a line each: what the program says as "note".
  const std::vector<std::string>& remarks() const;

  // Private to the library.
  const std::shared_ptr<const ShapeData>& data() const { return data_; }

 private:
  explicit Shape(std::shared_ptr<const ShapeData> data) : data_(std::move(data)) {}

  std::shared_ptr<const ShapeData> data_;
};

}  // namespace collisionchip::api
