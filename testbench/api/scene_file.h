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

// A handle, as Shape. file.scene().collide(file.chip(), file.frames()) asks what `collisionchip scene FILE` asks, and gets the same answers
// and costs.
class SceneFile {
 public:
  // Reads the file, and the meshes and pose files that it names. Error with file, line and key.
  static SceneFile load(const std::string& path);

  // Every object as a part that may move, in the order of the file, at its pose of frame 0. Objects of one mesh share a shape.
  const Scene& scene() const;
  std::size_t frame_count() const;  // number of frames
  // Error if there is no such frame.
  Scene::Frame frame(std::size_t number) const;
  // `count` of them, or as many as there are.
  std::vector<Scene::Frame> frames(std::size_t first = 0, std::size_t count = SIZE_MAX) const;
  // What a frame may take by total_ns, in microseconds.
  std::uint64_t deadline_us() const;

  Engine chip() const;    // the chip of the file, with its keys
  Engine mirror() const;  // the software that does what that chip does (Engine::mirror)

 private:
  explicit SceneFile(std::shared_ptr<const SceneFileData> data) : data_(std::move(data)) {}

  std::shared_ptr<const SceneFileData> data_;
};

}  // namespace collisionchip::api
