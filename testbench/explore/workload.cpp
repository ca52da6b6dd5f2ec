#include "collisionchip/testbench/explore/workload.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/fnv1a.h"

namespace collisionchip {

namespace {

class Hash {
 public:
  void add(std::uint64_t word) { hash_.add_bytes(word, 8); }
  void add(const Vec3f& v) {
    for (const float f : {v.x, v.y, v.z}) add(bits_of(f));
  }
  void add(const Mesh& mesh) {
    add(mesh.triangle_count());
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
      for (const Vec3f& corner : mesh.corners(t)) add(corner);
    }
  }
  void add(const Pose& pose) {
    for (const auto& row : pose.r) {
      for (const float f : row) add(bits_of(f));
    }
    add(pose.t);
  }
  std::string digits() const { return hash_.digits(); }

 private:
  Fnv1a hash_;
};

// The answers are exact, so that the poses are the same whatever the keys of the points are.
ContactSearch search(const ContactPlan& plan, const Mesh& a, const Mesh& b) {
  const CollisionObject object_a = CollisionObject::build(a), object_b = CollisionObject::build(b);
  return search_contact({object_a, object_b}, {}, {plan.from, plan.to}, plan.halvings, plan.where);
}

Workload make_scene_workload(const std::string& name, const ScenePlan& plan) {
  Workload work;
  work.name = name;
  work.object_a = fmt::format("scene of {} objects", plan.objects.size());
  work.scene = std::make_shared<const SceneContent>(plan);
  Fnv1a hash;
  hash.add(work.scene->digest());
  hash.add(plan.frames);
  hash.add(plan.deadline_us);
  work.hash = hash.digits();
  return work;
}

}  // namespace

Workload make_workload(const std::string& name, const std::string& object_a, const std::string& object_b,
                       std::shared_ptr<const Mesh> a, std::shared_ptr<const Mesh> b, std::vector<Pose> poses,
                       bool first_witness) {
  Workload work{name, object_a, object_b, std::move(a), std::move(b), std::move(poses), first_witness, "",
                {},   false,    {}};
  Hash hash;
  hash.add(*work.a);
  hash.add(*work.b);
  hash.add(work.poses.size());
  for (const Pose& pose : work.poses) hash.add(pose);
  hash.add(work.first_witness ? 1 : 0);
  work.hash = hash.digits();
  return work;
}

std::vector<Workload> load_workloads(const std::vector<WorkloadPlan>& plans) {
  MeshLoader meshes;
  std::vector<Workload> workloads;
  workloads.reserve(plans.size());
  for (const WorkloadPlan& plan : plans) {
    if (plan.scene) {
      workloads.push_back(make_scene_workload(plan.name, *plan.scene));
      continue;
    }
    const std::shared_ptr<const Mesh> a = meshes.load(plan.a), b = meshes.load(plan.b);
    std::optional<ContactSearch> contact;
    if (plan.contact) contact = search(*plan.contact, *a, *b);
    workloads.push_back(make_workload(plan.name, plan.a.name(), plan.b.name(), a, b,
                                      contact ? contact->poses : plan.poses, plan.first_witness));
    workloads.back().contact = std::move(contact);
    workloads.back().haptic = plan.haptic;
  }
  return workloads;
}

}  // namespace collisionchip
