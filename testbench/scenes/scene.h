// A scene with its meshes read, its trees built and its memory laid out. Workers share it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/scenes/scene_content.h"

namespace collisionchip {

class Scene {
 public:
  // The plan's chip must be valid. Objects of one source are one object in the memory. InputError if a mesh file is wrong, or the objects
  // do not fit.
  explicit Scene(const ScenePlan& plan);
  // The scene on this chip instead of the chip of the content's plan.
  Scene(std::shared_ptr<const SceneContent> content, const ChipConfig& config);

  const ScenePlan& plan() const { return content_->plan(); }
  const ChipConfig& config() const { return config_; }
  const BoardImage& image() const { return image_; }
  // The place of an object in the image. Objects of one source have the same place.
  std::size_t place_of(std::size_t object) const { return content_->mesh_of(object); }
  const CollisionObject& object(std::size_t number) const { return *shapes_[place_of(number)]; }

  std::vector<DoublePose> poses(std::uint64_t frame) const { return content_->poses(frame); }
  // The broad phase of all objects; it gets their poses for each frame.
  BroadPhase broad_phase() const;

  std::string digest() const { return content_->digest(); }

 private:
  const std::shared_ptr<const SceneContent> content_;
  const ChipConfig config_;
  std::vector<std::unique_ptr<const CollisionObject>> shapes_;  // in the order of the image
  BoardImage image_;
};

}  // namespace collisionchip
