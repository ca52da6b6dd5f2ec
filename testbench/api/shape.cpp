#include "collisionchip/testbench/api/shape.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/api/throw_errors.h"

namespace collisionchip::api {

namespace {

// As of files.
constexpr std::size_t kMostVertices = std::size_t{1} << 31, kMostTriangles = 0xffffffff;

static_assert(sizeof(Vec3f) == 3 * sizeof(float), "points lie one after the other");

void check_vertices(const Mesh& mesh) {
  for (std::size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
    for (int axis = 0; axis < 3; ++axis) {
      if (!std::isfinite(mesh.vertices[vertex][axis]))
        throw InputError("vertices", fmt::format("numbers in the range of float32, vertex {} has another {}",
                                                 vertex, "xyz"[axis]));
    }
  }
}

void check_corners(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw InputError("triangles", "at least one", ", got none");
  std::uint32_t least = mesh.triangles[0][0], most = least;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      least = std::min(least, corner);
      most = std::max(most, corner);
    }
  }
  if (most < mesh.vertices.size()) return;
  if (mesh.vertices.empty()) throw InputError("vertices", "at least one", ", got none");
  throw InputError("triangles", fmt::format("indices from 0 to {}", mesh.vertices.size() - 1),
                   fmt::format(", got {} to {}", least, most));
}

std::shared_ptr<const ShapeData> from_arrays(const float* vertices, std::size_t vertex_count,
                                             const std::uint32_t* triangles, std::size_t triangle_count,
                                             const std::string& name) {
  return with_errors([&] {
    if (vertex_count > kMostVertices)
      throw InputError("vertices", fmt::format("at most {}", kMostVertices),
                       fmt::format(", got {}", vertex_count));
    if (triangle_count > kMostTriangles)
      throw InputError("triangles", fmt::format("at most {}", kMostTriangles),
                       fmt::format(", got {}", triangle_count));
    Mesh mesh;
    mesh.name = name;
    for (std::size_t i = 0; i < vertex_count; ++i)
      mesh.vertices.push_back({vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]});
    for (std::size_t i = 0; i < triangle_count; ++i)
      mesh.triangles.push_back({triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]});
    check_vertices(mesh);
    check_corners(mesh);
    return std::make_shared<const ShapeData>(std::move(mesh), std::vector<std::string>());
  });
}

}  // namespace

std::shared_ptr<const CollisionObject> ShapeData::object(const TreeKey& key, const ChipConfig& config) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [known, object] : objects_) {
    if (known == key) return object;
  }
  objects_.emplace_back(key, std::make_shared<const CollisionObject>(build_object(mesh_, config)));
  return objects_.back().second;
}

const AnswerObject& ShapeData::answer_object() const {
  std::call_once(answer_made_, [this] {
    const ChipConfig config = preset("paper41");
    answer_object_ = std::make_unique<const AnswerObject>(*object(tree_key(config), config));
  });
  return *answer_object_;
}

Shape Shape::load(const std::string& path) {
  return with_errors([&] {
    MeshRemarks remarks;
    Mesh mesh = read_mesh(path, {}, &remarks);
    return Shape(std::make_shared<const ShapeData>(std::move(mesh), std::move(remarks)));
  });
}

Shape Shape::make(const std::string& kind, std::uint32_t triangles, std::uint64_t seed) {
  return with_errors([&] {
    return Shape(std::make_shared<const ShapeData>(make_procedural_mesh(kind, triangles, seed),
                                                   std::vector<std::string>()));
  });
}

Shape::Shape(const std::vector<Point>& vertices, const std::vector<Corners>& triangles,
             const std::string& name)
    : data_(from_arrays(vertices.empty() ? nullptr : vertices[0].data(), vertices.size(),
                        triangles.empty() ? nullptr : triangles[0].data(), triangles.size(), name)) {}

Shape::Shape(const float* vertices, std::size_t vertex_count, const std::uint32_t* triangles,
             std::size_t triangle_count, const std::string& name)
    : data_(from_arrays(vertices, vertex_count, triangles, triangle_count, name)) {}

void Shape::save(const std::string& path) const {
  with_errors([&] { write_mesh(data_->mesh(), path); });
}

const std::string& Shape::name() const {
  return data_->mesh().name;
}

std::size_t Shape::vertex_count() const {
  return data_->mesh().vertices.size();
}

std::size_t Shape::triangle_count() const {
  return data_->mesh().triangles.size();
}

const float* Shape::vertices() const {
  return &data_->mesh().vertices.data()->x;
}

const std::uint32_t* Shape::triangles() const {
  return data_->mesh().triangles.data()->data();
}

const std::vector<std::string>& Shape::remarks() const {
  return data_->remarks();
}

}  // namespace collisionchip::api
