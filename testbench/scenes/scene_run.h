// A scene on all cores: frames are asked by worker processes and kept in the folder, then written in their order.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/scenes/scene.h"
#include "collisionchip/testbench/scenes/scene_folder.h"

namespace collisionchip {

struct SceneRunOptions {
  unsigned jobs = 1;
  bool check = true;  // against the software reference
};

// What decides about the results, in lines.
std::string question_of(const Scene& scene, const SceneRunOptions& options);

// The totals as scene.json has them. Frames that the folder knows are not asked again, and of a complete scene none. A wrong
// answer, `verdict.differences` above 0, ends it and leaves it unfinished. Throws what a query throws, Interrupted
// (run/pose_run.h), and InputError when a frame cannot be kept.
nlohmann::ordered_json run_scene(const Scene& scene, const SceneRunOptions& options, SceneFolder& folder);

}  // namespace collisionchip
