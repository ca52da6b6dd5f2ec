// What a Scene keeps. Private to the library.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/frame_question.h"
#include "collisionchip/testbench/api/scene.h"

namespace collisionchip::api {

struct ScenePart {
  std::optional<Shape> shape;  // none if the part was removed
  WorldPose pose;
  std::string name;
  bool is_fixed = false;
};

// Gives "wheel and pinion" for two parts, for messages.
using PairNames = std::function<std::string(Scene::Part a, Scene::Part b)>;

// The parts of a scene as an engine sees them. A part's place is its index among the parts that were not removed.
class SceneView {
 public:
  SceneView(std::shared_ptr<const EngineData> engine, const std::vector<ScenePart>& parts,
            const std::set<ObjectPair>& ignored);

  const EngineData& engine() const { return *engine_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  // What is asked about a frame.
  struct Pairs {
    std::vector<ScenePair> parts;     // without results
    std::vector<ImageQuery> queries;  // about the shapes of these parts
  };
  // `poses` has one for each place. InputError, which names the parts, if one cannot be placed in the other's frame.
  Pairs pairs(const std::vector<WorldPose>& poses, const PairNames& names);
  // The result for these pairs; `answer` asks the engine.
  SceneResult ask(Pairs pairs, const SceneRequest& request, const BatchOptions& options,
                  const PairNames& names, const FrameBatch::Answerer& answer) const;

 private:
  std::shared_ptr<const EngineData> engine_;
  std::vector<Scene::Part> part_of_;   // by place
  std::vector<bool> is_fixed_;         // by place
  std::vector<std::size_t> shape_of_;  // by place
  std::set<ObjectPair> ignored_;       // pairs of parts
  std::vector<Shape> shapes_;          // each once
  std::optional<BroadPhase> broad_phase_;
};

class SceneData {
 public:
  SceneData() = default;
  SceneData(const SceneData& other)
      : parts_(other.parts_), by_name_(other.by_name_), ignored_(other.ignored_) {}

  // The numbers of the parts for which `fits` is true; removed parts are left out.
  template <typename Fits>
  std::vector<Scene::Part> numbers(const Fits& fits) const {
    std::vector<Scene::Part> numbers;
    for (std::size_t number = 0; number < parts_.size(); ++number) {
      if (parts_[number].shape && fits(parts_[number])) numbers.push_back(static_cast<Scene::Part>(number));
    }
    return numbers;
  }
  // The part's name. A removed part still has its name.
  const std::string& name(Scene::Part number) const;
  // InputError if the scene has no such part.
  const ScenePart& part(Scene::Part number) const;
  Scene::Part find(const std::string& name) const;

  Scene::Part add(ScenePart part);
  void move(Scene::Part number, const WorldPose& pose);
  void move(const Scene::Frame& frame);
  void remove(Scene::Part number);
  void ignore(Scene::Part a, Scene::Part b);

  SceneResult collide(const Engine& engine, const SceneRequest& request) const;
  std::vector<SceneResult> collide(const Engine& engine, const std::vector<Scene::Frame>& frames,
                                   const SceneRequest& request, const BatchOptions& options) const;

 private:
  // The view for this engine. It is kept from the last question if that asked the same engine. The caller holds the mutex.
  const std::shared_ptr<SceneView>& view_of(const Engine& engine) const;
  std::vector<WorldPose> poses() const;
  PairNames names(const std::string& where) const;
  // InputError if the frame does not fit the parts; `where` begins the message.
  void check(const Scene::Frame& frame, const std::string& where) const;
  // Writes the frame's poses of the movable parts into `poses`, which is by place.
  void place(const Scene::Frame& frame, std::vector<WorldPose>& poses) const;

  std::vector<ScenePart> parts_;
  std::map<std::string, Scene::Part> by_name_;  // without removed parts
  std::set<ObjectPair> ignored_;                // pairs of parts
  mutable std::mutex mutex_;                    // for the view: its broad phase keeps what has not moved
  mutable std::shared_ptr<SceneView> view_;
};

}  // namespace collisionchip::api
