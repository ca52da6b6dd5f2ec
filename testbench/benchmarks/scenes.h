// What the benchmarks run on: public objects with their poses where COLLISIONCHIP_SHARED_DIR has them,
// otherwise objects made from formulas.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

struct Scene {
  std::string name;
  Mesh mesh;
  std::vector<Pose> poses;  // of a copy of the mesh relative to the mesh
};

// Zachmann's benchmark procedure: two copies of an object, from apart (first poses) to nearly concentric
// (last ones), `orientations` random ones at each of ten distances.
std::vector<Pose> approach_poses(const Mesh& mesh, int orientations);

// The shared object of this name with its pose file.
Scene shared_scene(const std::string& name);

// All shared objects of 3,000 to 100,000 triangles, or procedural ones of 30,000.
std::vector<std::string> scene_names();
Scene make_scene(const std::string& name);

}  // namespace collisionchip
