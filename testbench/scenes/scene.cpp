#include "collisionchip/testbench/scenes/scene.h"

#include <utility>

#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/terminal/progress.h"

namespace collisionchip {

Scene::Scene(const ScenePlan& plan) : Scene(std::make_shared<const SceneContent>(plan), plan.chip.config) {}

Scene::Scene(std::shared_ptr<const SceneContent> content, const ChipConfig& config)
    : content_(std::move(content)), config_(config) {
  Progress progress("building trees", content_->meshes().size());
  std::vector<const CollisionObject*> objects;
  for (const std::shared_ptr<const Mesh>& mesh : content_->meshes()) {
    shapes_.push_back(std::make_unique<const CollisionObject>(build_object(*mesh, config_)));
    objects.push_back(shapes_.back().get());
    progress.advance(shapes_.size());
  }
  image_ = make_board_image(config_, objects);
}

BroadPhase Scene::broad_phase() const {
  std::vector<const DopNode*> roots;
  for (std::size_t i = 0; i < plan().objects.size(); ++i) roots.push_back(&object(i).tree.root());
  return BroadPhase(static_cast<int>(config().dop.k), roots);
}

}  // namespace collisionchip
