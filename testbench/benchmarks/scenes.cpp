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

Vec3f extents(const Mesh& mesh) {
  Vec3f sides;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] =
        std::minmax_element(mesh.vertices.begin(), mesh.vertices.end(),
                            [&](const Vec3f& a, const Vec3f& b) { return a[axis] < b[axis]; });
    sides[axis] = static_cast<float>(double{(*high)[axis]} - double{(*low)[axis]});
  }
  return sides;
}

}  // namespace

std::vector<Pose> approach_poses(const Mesh& mesh, int orientations) {
  std::mt19937 random(2003);
  const auto uniform = [&] {
    return 2.0 * random() / 4294967295.0 - 1;
  };  // the same numbers from every library
  const Vec3f sides = extents(mesh);
  const double extent = std::max({sides.x, sides.y, sides.z});
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

namespace {

const std::vector<std::string> kMoreSharedFiles = {"unitree_g1_assembled.ply", "ur3_upperarm.stl",
                                                   "fcl_env.obj", "fcl_rob.obj"};
const std::string kSpecial = ".special", kFlush = ".flush";

bool ends_with(const std::string& name, const std::string& end) {
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

std::string stem(const std::string& file) {
  return file.substr(0, file.find('.'));
}

Mesh shared_mesh(const std::string& name) {
  for (const auto& files : {kSharedFiles, kMoreSharedFiles}) {
    for (const std::string& file : files) {
      if (stem(file) == name) return read_mesh((shared("meshes") / file).string());
    }
  }
  throw InputError("benchmark scene '" + name + "': expected the name of a shared object");
}

// A nut on the thread of its bolt: near misses, then pressed against it, then above it.
const std::string kNutOnBolt = "nut_on_bolt";

Scene nut_on_bolt() {
  const fs::path folder = shared("arena") / "factory";
  const auto mesh = [&](const char* file) { return read_mesh((folder / file).string()); };
  return {kNutOnBolt, mesh("factory_bolt_m20_loose.obj"),
          read_poses((folder / "nut_on_bolt.poses.txt").string()), mesh("factory_nut_m20_loose.obj")};
}

// Face on face on each side, shifted along a face, turned by right angles, and in the same place.
Scene flush_scene(const std::string& kind) {
  Scene scene{kind + kFlush, make_procedural_mesh(kind, 12000), {}, {}};
  const Vec3f e = extents(scene.mesh);
  for (const Vec3f& t : {Vec3f{0, 0, 0}, Vec3f{e.x, 0, 0}, Vec3f{-e.x, 0, 0}, Vec3f{0, e.y, 0},
                         Vec3f{0, -e.y, 0}, Vec3f{0, 0, e.z}, Vec3f{0, 0, -e.z}, Vec3f{e.x / 2, 0, 0},
                         Vec3f{0, e.y / 2, 0}, Vec3f{e.x / 2, 0, e.z}, Vec3f{e.x / 4, e.y, 0}}) {
    Pose pose;
    pose.t = t;
    scene.poses.push_back(pose);
    pose.r = {{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    scene.poses.push_back(pose);
  }
  return scene;
}

}  // namespace

Scene shared_scene(const std::string& name) {
  const bool special = ends_with(name, kSpecial);
  const std::string objects = stem(name);
  const std::size_t between = objects.find("__");
  const fs::path poses = shared("poses") / (objects + (special ? ".special.mat.txt" : ".poses.mat.txt"));
  Scene scene{name, shared_mesh(objects.substr(0, between)), read_poses(poses.string()), {}};
  if (between != std::string::npos) scene.other = shared_mesh(objects.substr(between + 2));
  return scene;
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  if (!fs::exists(shared("meshes"))) {
    for (const ProceduralKind& kind : procedural_kinds()) names.push_back(kind.name);
    return names;
  }
  for (const std::string& file : kSharedFiles) names.push_back(stem(file));
  return names;
}

std::vector<std::string> every_scene_name() {
  std::vector<std::string> names = scene_names();
  if (fs::exists(shared("meshes"))) {
    names.insert(names.end(), {"unitree_g1_assembled", "ur3_upperarm", "fcl_env", "fcl_env__fcl_rob"});
  }
  if (fs::exists(shared("arena") / "factory")) names.push_back(kNutOnBolt);
  return names;
}

std::vector<std::string> flush_scene_names() {
  std::vector<std::string> names;
  for (const char* kind : {"box", "gear", "bolt"}) names.push_back(kind + kFlush);
  if (fs::exists(shared("meshes"))) {
    for (const char* name : {"featuretype", "ur3_upperarm", "fcl_env"}) names.push_back(name + kSpecial);
  }
  return names;
}

Scene make_scene(const std::string& name) {
  if (ends_with(name, kFlush)) return flush_scene(stem(name));
  if (name == kNutOnBolt) return nut_on_bolt();
  if (fs::exists(shared("meshes"))) return shared_scene(name);
  Scene scene{name, make_procedural_mesh(name, 30000), {}, {}};
  scene.poses = approach_poses(scene.mesh, 20);
  return scene;
}

}  // namespace collisionchip
