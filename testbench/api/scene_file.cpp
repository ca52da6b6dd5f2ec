#include "collisionchip/testbench/api/scene_file.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/scenes/scene_plan.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip::api {

class SceneFileData {
 public:
  explicit SceneFileData(const std::string& path) : plan_(load_scene_plan(path)) {
    validate(plan_.chip.config);
    std::vector<std::pair<ObjectSource, Shape>> shapes;
    for (const SceneObject& object : plan_.objects) {
      auto known = std::find_if(shapes.begin(), shapes.end(),
                                [&](const auto& shape) { return shape.first == object.source; });
      if (known == shapes.end()) known = shapes.insert(known, {object.source, shape_of(object.source)});
      scene_.add(known->second, object.path.at(0), object.name);
    }
  }

  const ScenePlan& plan() const { return plan_; }
  const Scene& scene() const { return scene_; }

 private:
  static Shape shape_of(const ObjectSource& source) {
    return source.file.empty() ? Shape::make(source.kind, source.triangles, source.seed)
                               : Shape::load(source.file);
  }

  const ScenePlan plan_;
  Scene scene_;
};

SceneFile SceneFile::load(const std::string& path) {
  return with_errors([&] { return SceneFile(std::make_shared<const SceneFileData>(path)); });
}

const Scene& SceneFile::scene() const {
  return data_->scene();
}

std::size_t SceneFile::frame_count() const {
  return data_->plan().frames;
}

Scene::Frame SceneFile::frame(std::size_t number) const {
  return with_errors([&] {
    if (number >= frame_count())
      throw InputError("frame", fmt::format("0 to {}", frame_count() - 1), fmt::format(", got {}", number));
    Scene::Frame frame;
    for (const SceneObject& object : data_->plan().objects) frame.push_back(object.path.at(number));
    return frame;
  });
}

std::vector<Scene::Frame> SceneFile::frames(std::size_t first, std::size_t count) const {
  std::vector<Scene::Frame> frames;
  for (std::size_t number = first; number < frame_count() && frames.size() < count; ++number)
    frames.push_back(frame(number));
  return frames;
}

std::uint64_t SceneFile::deadline_us() const {
  return data_->plan().deadline_us;
}

Engine SceneFile::chip() const {
  return with_errors([&] {
    check_rtl(data_->plan().chip.config);
    return Engine(make_chip_engine(*find_engine("tlm"), data_->plan().chip.config));
  });
}

Engine SceneFile::mirror() const {
  return with_errors(
      [&] { return Engine(make_mirror_engine(*find_engine("mirror"), data_->plan().chip.config)); });
}

}  // namespace collisionchip::api
