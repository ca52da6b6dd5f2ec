// The workloads of a plan, loaded: meshes, poses, and a
// hash that names the work whatever the files are called.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/run/time_of_contact.h"
#include "collisionchip/testbench/scenes/scene_content.h"

namespace collisionchip {

struct Workload {
  std::string name;
  std::string object_a, object_b;    // as the plan names them
  std::shared_ptr<const Mesh> a, b;  // the same source: the same mesh
  std::vector<Pose> poses;
  bool first_witness = false;
  // 16 hexadecimal digits: FNV-1a, 64 bits, of the triangles' corners in order, the poses and first_witness; of a scene, of its
  // digest and deadline.
  std::string hash;
  std::optional<ContactSearch> contact;  // where the poses come from
  bool haptic = false;                   // the poses are steps, each with its deadline
  // In place of a, b and poses: all frames of a scene.
  std::shared_ptr<const SceneContent> scene;

  // As results name them: of a scene all its objects, and its frames.
  std::uint64_t triangles_a() const { return scene ? scene->triangles() : a->triangle_count(); }
  std::uint64_t triangles_b() const { return scene ? 0 : b->triangle_count(); }
  std::uint64_t steps() const { return scene ? scene->plan().frames : poses.size(); }
};

// Of meshes that are there.
Workload make_workload(const std::string& name, const std::string& object_a, const std::string& object_b,
                       std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b, std::vector<Pose> poses,
                       bool first_witness);

// Reads each source once, and searches for the contacts. InputError from the files, or if there is no
// contact.
std::vector<Workload> load_workloads(const std::vector<WorkloadPlan>& plans);

}  // namespace collisionchip
