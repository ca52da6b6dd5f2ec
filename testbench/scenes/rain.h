// The built-in scene: many procedural parts that tumble in a box.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/testbench/scenes/scene_plan.h"

namespace collisionchip {

struct Rain {
  std::uint32_t objects = 200;
  std::uint32_t shapes = 5;       // number of meshes; objects share them in turn
  std::uint32_t triangles = 200;  // triangles of each mesh
  std::uint64_t seed = 0;
  double spacing = 1.2;  // edge of the box per object in a row; parts are about 1 long
  double speed = 0.02;   // most of each coordinate, per frame
  double spin = 0.05;    // most of each angle, per frame, radians
};

// The members of the [scene] table. InputError with file, line and key.
Rain read_rain(TomlTable& table);

// Makes "part-0", "part-1" and so on. Equal numbers give equal poses and meshes, on every host whose library rounds sine and cosine in the
// same way.
std::vector<SceneObject> make_rain(const Rain& rain);

}  // namespace collisionchip
