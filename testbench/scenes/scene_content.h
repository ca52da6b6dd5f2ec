// The part of a scene that does not depend on the chip: its objects' meshes, and their poses in every frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/scenes/scene_plan.h"

namespace collisionchip {

class SceneContent {
 public:
  // InputError from the mesh files.
  explicit SceneContent(const ScenePlan& plan);

  const ScenePlan& plan() const { return plan_; }
  // Objects of one source share a mesh.
  const std::vector<std::shared_ptr<const Mesh>>& meshes() const { return meshes_; }
  std::size_t mesh_of(std::size_t object) const { return mesh_of_[object]; }
  std::vector<DoublePose> poses(std::uint64_t frame) const;
  // The triangles of all objects together.
  std::uint64_t triangles() const;

  // 16 hexadecimal digits of all names, triangles and poses.
  std::string digest() const;

 private:
  const ScenePlan plan_;
  std::vector<std::shared_ptr<const Mesh>> meshes_;
  std::vector<std::size_t> mesh_of_;  // by object
};

}  // namespace collisionchip
