#include "collisionchip/testbench/scenes/scene_content.h"

#include <algorithm>
#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/fnv1a.h"

namespace collisionchip {

namespace {

void add_point(Fnv1a& hash, const Vec3f& point) {
  for (int axis = 0; axis < 3; ++axis) hash.add_bytes(bits_of(point[axis]), 4);
}

void add_number(Fnv1a& hash, double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  hash.add_bytes(bits, 8);
}

std::string digest_of(const Mesh& mesh) {
  Fnv1a hash;
  for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
    for (const Vec3f& corner : mesh.corners(triangle)) add_point(hash, corner);
  }
  return hash.digits();
}

}  // namespace

SceneContent::SceneContent(const ScenePlan& plan) : plan_(plan) {
  MeshLoader loader;
  for (const SceneObject& object : plan_.objects) {
    const std::shared_ptr<const Mesh> mesh = loader.load(object.source);
    const auto known = std::find(meshes_.begin(), meshes_.end(), mesh);
    mesh_of_.push_back(static_cast<std::size_t>(known - meshes_.begin()));
    if (known == meshes_.end()) meshes_.push_back(mesh);
  }
}

std::uint64_t SceneContent::triangles() const {
  std::uint64_t sum = 0;
  for (const std::size_t mesh : mesh_of_) sum += meshes_[mesh]->triangle_count();
  return sum;
}

std::vector<DoublePose> SceneContent::poses(std::uint64_t frame) const {
  std::vector<DoublePose> poses;
  poses.reserve(plan_.objects.size());
  for (const SceneObject& object : plan_.objects) poses.push_back(object.path.at(frame));
  return poses;
}

std::string SceneContent::digest() const {
  Fnv1a hash;
  std::vector<std::string> digests;
  for (const std::shared_ptr<const Mesh>& mesh : meshes_) digests.push_back(digest_of(*mesh));
  for (std::size_t i = 0; i < plan_.objects.size(); ++i)
    hash.add(plan_.objects[i].name + "," + digests[mesh_of_[i]] + "\n");
  for (std::uint64_t frame = 0; frame < plan_.frames; ++frame) {
    for (const DoublePose& pose : poses(frame)) {
      for (const Vec3d& row : {pose.r[0], pose.r[1], pose.r[2], pose.t}) {
        for (int axis = 0; axis < 3; ++axis) add_number(hash, row[axis]);
      }
    }
  }
  return hash.digits();
}

}  // namespace collisionchip
