#include "collisionchip/testbench/scenes/scene.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/terminal/progress.h"

namespace collisionchip {

namespace {

void add_point(Fnv1a& hash, const Vec3f& point) {
  for (int axis = 0; axis < 3; ++axis) hash.add_bytes(bits_of(point[axis]), 4);
}

std::string digest_of(const Mesh& mesh) {
  Fnv1a hash;
  for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
    for (const Vec3f& corner : mesh.corners(triangle)) add_point(hash, corner);
  }
  return hash.digits();
}

}  // namespace

Scene::Scene(const ScenePlan& plan) : plan_(plan) {
  {
    MeshLoader loader;
    for (const SceneObject& object : plan_.objects) {
      const std::shared_ptr<const Mesh> mesh = loader.load(object.source);
      const auto known = std::find(meshes_.begin(), meshes_.end(), mesh);
      places_.push_back(static_cast<std::size_t>(known - meshes_.begin()));
      if (known == meshes_.end()) meshes_.push_back(mesh);
    }
  }
  Progress progress("building trees", meshes_.size());
  std::vector<const CollisionObject*> objects;
  for (const std::shared_ptr<const Mesh>& mesh : meshes_) {
    shapes_.push_back(std::make_unique<const CollisionObject>(build_object(*mesh, config())));
    objects.push_back(shapes_.back().get());
    progress.advance(shapes_.size());
  }
  image_ = make_board_image(config(), objects);
}

std::vector<Pose> Scene::poses(std::uint64_t frame) const {
  std::vector<Pose> poses;
  poses.reserve(plan_.objects.size());
  for (const SceneObject& object : plan_.objects) poses.push_back(object.path.at(frame));
  return poses;
}

std::vector<ObjectPair> Scene::candidates(const std::vector<Pose>& poses) const {
  std::vector<PlacedRoot> placed;
  placed.reserve(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) placed.push_back({&object(i).tree.root(), poses[i]});
  const auto k = static_cast<int>(config().dop.k);
  return sweep_and_prune(k, world_volumes(k, placed));
}

std::string Scene::digest() const {
  Fnv1a hash;
  std::vector<std::string> shapes;
  for (const std::shared_ptr<const Mesh>& mesh : meshes_) shapes.push_back(digest_of(*mesh));
  for (std::size_t i = 0; i < plan_.objects.size(); ++i)
    hash.add(plan_.objects[i].name + "," + shapes[places_[i]] + "\n");
  for (std::uint64_t frame = 0; frame < plan_.frames; ++frame) {
    for (const Pose& pose : poses(frame)) {
      for (const auto& row : pose.r) {
        for (const float number : row) hash.add_bytes(bits_of(number), 4);
      }
      add_point(hash, pose.t);
    }
  }
  return hash.digits();
}

}  // namespace collisionchip
