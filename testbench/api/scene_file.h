// A scene file of the verb `scene` (docs/scenes.md): its parts, where they are in each frame, and the chip that it names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/scene.h"

namespace collisionchip::api {

class SceneFileData;

// A handle like Shape. file.scene().collide(file.chip(), file.frames()) gives the answers and costs of `collisionchip scene FILE`.
class SceneFile {
 public:
  // Reads the file, and the meshes and pose files that it names. An Error names file, line and key.
  static SceneFile load(const std::string& path);

  // A scene with each object as a movable part, in the order of the file, at its pose of frame 0. Objects of one mesh share a shape.
  const Scene& scene() const;
  std::size_t frame_count() const;  // number of frames
  // The frame with this number. Error if there is none.
  Scene::Frame frame(std::size_t number) const;
  // `count` frames from `first` on, or fewer if the file ends before.
  std::vector<Scene::Frame> frames(std::size_t first = 0, std::size_t count = SIZE_MAX) const;
  // The most total_ns that a frame may take, in microseconds.
  std::uint64_t deadline_us() const;

  Engine chip() const;    // the chip of the file, with its keys
  Engine mirror() const;  // Engine::mirror of that chip

 private:
  explicit SceneFile(std::shared_ptr<const SceneFileData> data) : data_(std::move(data)) {}

  std::shared_ptr<const SceneFileData> data_;
};

}  // namespace collisionchip::api
