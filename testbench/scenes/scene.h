// A scene with its meshes read, its trees built and its memory laid out: what workers share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/scenes/scene_plan.h"

namespace collisionchip {

class Scene {
 public:
  // The plan's chip must be valid. Objects of one source are one in the memory. InputError from the mesh files, or if they
  // do not fit.
  explicit Scene(const ScenePlan& plan);

  const ScenePlan& plan() const { return plan_; }
  const ChipConfig& config() const { return plan_.chip.config; }
  const BoardImage& image() const { return image_; }
  // Where in the image an object lies: objects of one source have the same place.
  std::size_t place_of(std::size_t object) const { return places_[object]; }
  const CollisionObject& object(std::size_t number) const { return *shapes_[places_[number]]; }

  std::vector<Pose> poses(std::uint64_t frame) const;
  // The pairs of objects that may touch there, by a broad phase over their root DOPs.
  std::vector<ObjectPair> candidates(const std::vector<Pose>& poses) const;

  // 16 hexadecimal digits of all names, triangles and poses.
  std::string digest() const;

 private:
  const ScenePlan plan_;
  std::vector<std::shared_ptr<const Mesh>> meshes_;             // of the shapes
  std::vector<std::unique_ptr<const CollisionObject>> shapes_;  // in the order of the image
  std::vector<std::size_t> places_;                             // by object
  BoardImage image_;
};

}  // namespace collisionchip
