// The loaded workloads of a plan: meshes, poses, and a hash of their contents, which does not depend on the files' names.
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
  std::string object_a, object_b;    // the plan's names
  std::shared_ptr<const Mesh> a, b;  // one mesh if both have the same source
  std::vector<Pose> poses;
  bool first_witness = false;
  // 16 hexadecimal digits: FNV-1a, 64 bits, over the triangles' corners in order, the poses and first_witness. For a scene: over its digest
  // and deadline.
  std::string hash;
  std::optional<ContactSearch> contact;  // the search that the poses come from
  bool haptic = false;                   // the poses are steps, each with its deadline
  // All frames of a scene, instead of a, b and poses.
  std::shared_ptr<const SceneContent> scene;

  // The numbers that results show. A scene's triangles_a() counts all its objects, and its steps() are its frames.
  std::uint64_t triangles_a() const { return scene ? scene->triangles() : a->triangle_count(); }
  std::uint64_t triangles_b() const { return scene ? 0 : b->triangle_count(); }
  std::uint64_t steps() const { return scene ? scene->plan().frames : poses.size(); }
};

// A workload of meshes that are loaded already.
Workload make_workload(const std::string& name, const std::string& object_a, const std::string& object_b,
                       std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b, std::vector<Pose> poses,
                       bool first_witness);

// Reads each source once and searches for the contacts. InputError if a file is wrong, or a search finds no contact.
std::vector<Workload> load_workloads(const std::vector<WorkloadPlan>& plans);

}  // namespace collisionchip
