#include "collisionchip/testbench/api/scene_data.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip::api {

const ScenePart& SceneData::part(Scene::Part number) const {
  if (number >= parts_.size() || !parts_[number].shape)
    throw InputError("part", "one of the scene", fmt::format(", got number {}", number));
  return parts_[number];
}

const std::string& SceneData::name(Scene::Part number) const {
  return number < parts_.size() ? parts_[number].name : part(number).name;
}

Scene::Part SceneData::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end())
    throw InputError("part", "a name of the scene", fmt::format(", got '{}'", name));
  return found->second;
}

Scene::Part SceneData::add(ScenePart part) {
  const auto number = static_cast<Scene::Part>(parts_.size());
  if (part.name.empty()) part.name = fmt::format("part-{}", number);
  to_float32(part.pose, part.name);  // or a complaint
  if (!by_name_.emplace(part.name, number).second)
    throw InputError("name", fmt::format("another one than '{}', which a part has", part.name));
  parts_.push_back(std::move(part));
  view_.reset();
  return number;
}

void SceneData::move(Scene::Part number, const WorldPose& pose) {
  if (part(number).is_fixed)
    throw InputError("part", "one that may move", fmt::format(", got {}, which is fixed", part(number).name));
  to_float32(pose, part(number).name);
  parts_[number].pose = pose;
}

void SceneData::move(const Scene::Frame& frame) {
  check(frame, "");
  auto from = frame.begin();
  for (ScenePart& part : parts_) {
    if (part.shape && !part.is_fixed) part.pose = *from++;
  }
}

void SceneData::remove(Scene::Part number) {
  by_name_.erase(part(number).name);
  parts_[number].shape.reset();
  view_.reset();
}

void SceneData::ignore(Scene::Part a, Scene::Part b) {
  for (const Scene::Part number : {a, b}) part(number);
  ignored_.insert({std::min(a, b), std::max(a, b)});
  view_.reset();
}

const std::shared_ptr<SceneView>& SceneData::view_of(const Engine& engine) const {
  if (!view_ || &view_->engine() != engine.data().get())
    view_ = std::make_shared<SceneView>(engine.data(), parts_, ignored_);
  return view_;
}

std::vector<WorldPose> SceneData::poses() const {
  std::vector<WorldPose> poses;
  poses.reserve(parts_.size());
  for (const ScenePart& part : parts_) {
    if (part.shape) poses.push_back(part.pose);
  }
  return poses;
}

PairNames SceneData::names(const std::string& where) const {
  return [this, where](Scene::Part a, Scene::Part b) {
    return fmt::format("{}{} and {}", where, parts_[a].name, parts_[b].name);
  };
}

SceneResult SceneData::collide(const Engine& engine, const SceneRequest& request) const {
  const PairNames names_of = names("");
  std::unique_lock<std::mutex> lock(mutex_);
  const std::shared_ptr<SceneView> view = view_of(engine);
  SceneView::Pairs pairs = view->pairs(poses(), names_of);
  lock.unlock();
  return view->ask(std::move(pairs), request, {}, names_of,
                   [&](const FrameQuestion& question) { return view->engine().collide(question, 0); });
}

void SceneData::check(const Scene::Frame& frame, const std::string& where) const {
  std::size_t place = 0;
  for (const ScenePart& part : parts_) {
    if (!part.shape || part.is_fixed) continue;
    if (place < frame.size()) to_float32(frame[place], where + part.name);
    ++place;
  }
  if (place != frame.size())
    throw InputError(where + "poses", fmt::format("one for each of {} parts that are not fixed", place),
                     fmt::format(", got {}", frame.size()));
}

void SceneData::place(const Scene::Frame& frame, std::vector<WorldPose>& poses) const {
  auto from = frame.begin();
  auto to = poses.begin();
  for (const ScenePart& part : parts_) {
    if (!part.shape) continue;
    if (!part.is_fixed) *to = *from++;
    ++to;
  }
}

std::vector<SceneResult> SceneData::collide(const Engine& engine, const std::vector<Scene::Frame>& frames,
                                            const SceneRequest& request, const BatchOptions& options) const {
  for (std::size_t number = 0; number < frames.size(); ++number)
    check(frames[number], fmt::format("frame {}, ", number));
  const SceneView view(engine.data(), parts_, ignored_);
  const auto asker = [&]() -> FrameBatch::Asker {
    return [&, own = view, places = poses()](std::size_t number, const BatchOptions& asked,
                                             const FrameBatch::Answerer& answer) mutable {
      place(frames[number], places);
      const PairNames names_of = names(fmt::format("frame {}, ", number));
      return own.ask(own.pairs(places, names_of), request, asked, names_of, answer);
    };
  };
  return view.engine().collide(FrameBatch{frames.size(), view.shapes(), request, options, asker});
}

}  // namespace collisionchip::api
