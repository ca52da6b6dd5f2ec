#include "collisionchip/testbench/benchmarks/scenes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kSharedFiles = {
    "featuretype.stl",   "prosilica_w_lens.stl", "jaco_hand_3finger.obj", "cycloidal.ply",
    "g1_torso_link.stl", "counter_unitsmm.stl",  "scorpion.obj"};

fs::path shared(const char* folder) {
  return fs::path(COLLISIONCHIP_SHARED_DIR) / folder;
}

double largest_extent(const Mesh& mesh) {
  double extent = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] =
        std::minmax_element(mesh.vertices.begin(), mesh.vertices.end(),
                            [&](const Vec3f& a, const Vec3f& b) { return a[axis] < b[axis]; });
    extent = std::max(extent, double{(*high)[axis]} - double{(*low)[axis]});
  }
  return extent;
}

}  // namespace

std::vector<Pose> approach_poses(const Mesh& mesh, int orientations) {
  std::mt19937 random(2003);
  const auto uniform = [&] {
    return 2.0 * random() / 4294967295.0 - 1;
  };  // the same numbers from every library
  const double extent = largest_extent(mesh);
  std::vector<Pose> poses;
  for (int distance = 10; distance > 0; --distance) {
    for (int i = 0; i < orientations; ++i) {
      Vec3d t{uniform(), uniform(), uniform()};
      t = 0.1 * distance * extent / std::sqrt(dot(t, t)) * t;
      poses.push_back(pose_from_quaternion({t.x, t.y, t.z, uniform(), uniform(), uniform(), uniform()}));
    }
  }
  return poses;
}

Scene shared_scene(const std::string& name) {
  for (const std::string& file : kSharedFiles) {
    if (file.substr(0, file.find('.')) != name) continue;
    return {name, read_mesh((shared("meshes") / file).string()),
            read_poses((shared("poses") / (name + ".poses.mat.txt")).string())};
  }
  throw InputError("benchmark scene '" + name + "': expected the name of a shared object");
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  if (!fs::exists(shared("meshes"))) {
    for (const ProceduralKind& kind : procedural_kinds()) names.push_back(kind.name);
    return names;
  }
  for (const std::string& file : kSharedFiles) names.push_back(file.substr(0, file.find('.')));
  return names;
}

Scene make_scene(const std::string& name) {
  if (fs::exists(shared("meshes"))) return shared_scene(name);
  Scene scene{name, make_procedural_mesh(name, 30000), {}};
  scene.poses = approach_poses(scene.mesh, 20);
  return scene;
}

}  // namespace collisionchip
