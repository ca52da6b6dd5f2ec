// The benchmarks' objects and poses: public objects with their poses if COLLISIONCHIP_SHARED_DIR has them, otherwise objects made from
// formulas.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

struct Scene {
  std::string name;
  Mesh mesh;
  std::vector<Pose> poses;    // B relative to the mesh
  std::optional<Mesh> other;  // B; without it, a copy of the mesh
};

// The poses of Zachmann's benchmark procedure for two copies of an object. There are ten distances, from apart (first poses) to nearly
// concentric (last poses), with `orientations` random orientations each.
std::vector<Pose> approach_poses(const Mesh& mesh, int orientations);

// The shared object of this name with its pose file.
Scene shared_scene(const std::string& name);

// Every shared object and pair of objects that has poses. Without a shared folder: procedural objects of 30,000 triangles.
std::vector<std::string> every_scene_name();

// Parts that touch face on face: shared objects in their special poses, and procedural objects next to and inside a copy of themselves.
std::vector<std::string> flush_scene_names();

// All shared objects of 3,000 to 100,000 triangles, or procedural ones of 30,000.
std::vector<std::string> scene_names();
// The scene with any of the names above.
Scene make_scene(const std::string& name);

}  // namespace collisionchip
