// A scene as its file says it: objects, where they are in every frame, the chip that is asked (docs/scenes.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/testbench/poses/rigid_motion.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/testbench/sources/object_source.h"
#include "collisionchip/tlm/config/toml_table.h"

namespace collisionchip {

constexpr std::uint64_t kMostFrames = 1'000'000;
constexpr std::uint64_t kMostSceneObjects = 4096;

// Where an object is: poses frame by frame, or a motion.
struct ObjectPath {
  std::vector<DoublePose> poses;  // one for each frame; empty: as the motion says
  RigidMotion motion;

  DoublePose at(std::uint64_t frame) const {
    return poses.empty() ? motion.at(frame) : poses[static_cast<std::size_t>(frame)];
  }
};

struct SceneObject {
  std::string name;  // as results name it: none twice, no comma, quote or control character
  ObjectSource source;
  ObjectPath path;
};

struct ScenePlan {
  std::string file;
  ChipSource chip;
  std::uint64_t frames = 0;
  std::uint64_t deadline_us = 1000;  // of a frame, by the chip's clock
  std::vector<SceneObject> objects;  // at least two
};

// InputError, one line with file, line and key, for anything that is wrong with it. Meshes are looked for, not read.
ScenePlan load_scene_plan(const std::string& path);

// The built-in kind with its frames and deadline in one table: the workload of a plan (docs/explore.md). The chip is left open.
ScenePlan read_inline_scene(TomlTable& table);

}  // namespace collisionchip
