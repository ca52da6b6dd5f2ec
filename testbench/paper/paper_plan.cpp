#include "collisionchip/testbench/paper/paper_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

// The paper's objects are not public. Each stand-in has its
// number of polygons and what matters most of its kind.
const std::vector<PaperObject>& stand_ins() {
  static const std::vector<PaperObject> objects = {
      {"finned-casting", "car body", 28167},  // open sheets that pass through each other: a polygon soup
      {"bolt", "filter", 10306},              // a round can with a thread
      {"torus-knot", "head light", 30075},    // smooth and hollow: much surface near itself
      {"gear", "door lock", 26136},           // a machined part of large and small faces
  };
  return objects;
}

// A hash of the part of a mesh that a query uses: the corners of its triangles.
std::string mesh_hash(const Mesh& mesh) {
  Fnv1a hash;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    for (const Vec3f& corner : mesh.corners(t)) {
      for (int axis = 0; axis < 3; ++axis) hash.add_bytes(bits_of(corner[axis]), 4);
    }
  }
  return hash.digits();
}

}  // namespace

const std::vector<WitnessMode>& witness_modes() {
  static const std::vector<WitnessMode> modes = {WitnessMode::first, WitnessMode::all};
  return modes;
}

std::string name_of(WitnessMode mode) {
  return mode == WitnessMode::first ? "first" : "all";
}

PaperPlan paper_plan(bool quick, const std::vector<std::string>& files) {
  PaperPlan plan;
  plan.objects = stand_ins();
  if (quick) {
    for (PaperObject& object : plan.objects) object.triangles /= 4;
  }
  for (const std::string& file : files) plan.objects.push_back({file, "", 0, true});
  plan.resolutions = {0.125, 0.25, 0.5, 0.75, 1, 1.25, 1.5};
  plan.presets = {"paper52", "paper41"};
  plan.steps = quick ? 24 : 180;
  plan.distances = quick ? 12 : 24;
  plan.nearest = quick ? 0.2 : 0.1;
  plan.timing_repeats = quick ? 3 : 5;
  return plan;
}

Mesh paper_mesh(const PaperPlan& plan, const PaperObject& object, std::uint32_t triangles) {
  Mesh mesh = scaled_to_unit_cube(object.is_file ? load_mesh(object.name)
                                                 : make_procedural_mesh(object.name, triangles, plan.seed));
  mesh.name = object.name;
  return mesh;
}

Meshes make_meshes(PaperPlan& plan) {
  Meshes meshes;
  for (PaperObject& object : plan.objects) {
    meshes.push_back(std::make_shared<const Mesh>(paper_mesh(plan, object, object.triangles)));
    object.triangles = meshes.back()->triangle_count();
    for (const std::string& name : plan.presets)
      check_capacity(preset(name), object.triangles, object.triangles);
  }
  return meshes;
}

std::vector<std::uint32_t> resolutions_of(const PaperPlan& plan, const PaperObject& object) {
  if (object.is_file) return {object.triangles};
  std::vector<std::uint32_t> counts;
  for (const double part : plan.resolutions) {
    counts.push_back(static_cast<std::uint32_t>(std::lround(part * object.triangles)));
  }
  return counts;
}

nlohmann::ordered_json describe(const PaperPlan& plan, const Meshes& meshes) {
  nlohmann::ordered_json objects = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    objects.push_back({{"name", plan.objects[i].name},
                       {"stands_for", plan.objects[i].stands_for},
                       {"triangles", meshes[i]->triangle_count()},
                       {"hash", mesh_hash(*meshes[i])}});
  }
  nlohmann::ordered_json chips = nlohmann::ordered_json::object();
  for (const std::string& name : preset_names()) chips[name] = config_hash(preset(name));
  return {{"version", kVersion},
          {"seed", plan.seed},
          {"steps", plan.steps},
          {"distances", plan.distances},
          {"nearest", plan.nearest},
          {"farthest", plan.farthest},
          {"timing_repeats", plan.timing_repeats},
          {"resolutions", plan.resolutions},
          {"presets", plan.presets},
          {"configuration_hashes", chips},
          {"objects", objects}};
}

}  // namespace collisionchip
