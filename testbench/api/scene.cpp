#include "collisionchip/testbench/api/scene.h"

#include <utility>

#include "collisionchip/testbench/api/scene_data.h"
#include "collisionchip/testbench/api/throw_errors.h"

namespace collisionchip::api {

WorldPose world_pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place) {
  return with_errors([&] { return double_pose_from_quaternion(numbers, place); });
}

WorldPose world_pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place) {
  return with_errors([&] { return double_pose_from_matrix(numbers, place); });
}

Scene::Scene() : data_(std::make_unique<SceneData>()) {}
Scene::Scene(const Scene& other) : data_(std::make_unique<SceneData>(*other.data_)) {}
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(Scene other) noexcept {
  data_ = std::move(other.data_);
  return *this;
}
Scene::~Scene() = default;

Scene::Part Scene::add(const Shape& shape, const WorldPose& pose, const std::string& name,
                       Mobility mobility) {
  return with_errors([&] { return data_->add({shape, pose, name, mobility == fixed}); });
}

void Scene::move(Part part, const WorldPose& pose) {
  with_errors([&] { data_->move(part, pose); });
}

void Scene::move(const Frame& frame) {
  with_errors([&] { data_->move(frame); });
}

void Scene::remove(Part part) {
  with_errors([&] { data_->remove(part); });
}

void Scene::ignore(Part a, Part b) {
  with_errors([&] { data_->ignore(a, b); });
}

std::vector<Scene::Part> Scene::parts() const {
  return data_->numbers([](const ScenePart&) { return true; });
}

std::vector<Scene::Part> Scene::movable() const {
  return data_->numbers([](const ScenePart& part) { return !part.is_fixed; });
}

const Shape& Scene::shape(Part part) const {
  return with_errors([&]() -> const Shape& { return *data_->part(part).shape; });
}

const WorldPose& Scene::pose(Part part) const {
  return with_errors([&]() -> const WorldPose& { return data_->part(part).pose; });
}

const std::string& Scene::name(Part part) const {
  return with_errors([&]() -> const std::string& { return data_->name(part); });
}

Scene::Part Scene::find(const std::string& name) const {
  return with_errors([&] { return data_->find(name); });
}

SceneResult Scene::collide(const Engine& engine, const SceneRequest& request) const {
  return with_errors([&] { return data_->collide(engine, request); });
}

std::vector<SceneResult> Scene::collide(const Engine& engine, const std::vector<Frame>& frames,
                                        const SceneRequest& request, const BatchOptions& options) const {
  return with_errors([&] { return data_->collide(engine, frames, request, options); });
}

}  // namespace collisionchip::api
