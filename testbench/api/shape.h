// A triangle mesh that engines are asked about, with the trees that they need.
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

// A shape is a handle: copies share the mesh and its trees. The mesh never changes, so threads may use a shape at the same time. Each kind
// of tree is built once, when an engine first needs it or by Engine::prepare. It is kept as long as a copy of the shape lives.
class Shape {
 public:
  using Point = std::array<float, 3>;  // x y z, in any unit of length, the same for all shapes and poses
  using Corners = std::array<std::uint32_t, 3>;  // numbers of vertices, from 0

  // Reads OBJ, STL, PLY or OFF, by the ending of the file's name. Vertices and triangles are not merged, moved or dropped, so triangles
  // have the numbers of the file, from 0. A polygon is cut into triangles in its place. An Error names file and line.
  static Shape load(const std::string& path);
  // A built-in object of 1 to 2^30 triangles: the kinds of `collisionchip mesh --help`. Error for another kind.
  static Shape make(const std::string& kind, std::uint32_t triangles, std::uint64_t seed = 0);

  // A shape from its vertices and triangles. Error if there is no triangle, a coordinate is not finite, or a corner is no vertex's number.
  Shape(const std::vector<Point>& vertices, const std::vector<Corners>& triangles,
        const std::string& name = "shape");
  // The same from arrays, which are copied: 3 numbers each, one vertex or triangle after the other.
  Shape(const float* vertices, std::size_t vertex_count, const std::uint32_t* triangles,
        std::size_t triangle_count, const std::string& name = "shape");

  // Writes OBJ, binary STL, binary PLY or OFF, by the ending of the file's name. float32 values are kept exactly. Error if the file cannot
  // be written.
  void save(const std::string& path) const;

  const std::string& name() const;         // the file's name, or the given one
  std::size_t vertex_count() const;        // rows of vertices()
  std::size_t triangle_count() const;      // rows of triangles()
  const float* vertices() const;           // x y z of each vertex; valid as long as a copy of the shape lives
  const std::uint32_t* triangles() const;  // each triangle's three vertex numbers; valid as vertices()
  // The differences between the mesh and its file, a line each. The program prints them as "note".
  const std::vector<std::string>& remarks() const;

  // Private to the library.
  const std::shared_ptr<const ShapeData>& data() const { return data_; }

 private:
  explicit Shape(std::shared_ptr<const ShapeData> data) : data_(std::move(data)) {}

  std::shared_ptr<const ShapeData> data_;
};

}  // namespace collisionchip::api
