// What the estimator's tests share: objects of several
// hundred lists, and the model's answer without checkers.
#pragma once

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip::testing_support {

inline CollisionObject procedural(const char* kind, std::uint32_t triangles, std::uint32_t k = 24) {
  return object_of(make_procedural_mesh(kind, triangles, 1), k);
}

// In contact, and none of the objects that `collisionchip estimate --validate` tries.
inline ObjectPair gear_and_casting(std::uint32_t triangles, std::uint32_t k = 24) {
  return {procedural("gear", triangles, k), procedural("finned-casting", triangles, k)};
}
inline Pose contact() {
  return pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
}

inline QueryEstimator estimator_of(const ObjectPair& objects, const Pose& pose,
                                   const QueryOptions& options = {},
                                   std::size_t lists = QueryEstimator::kLists) {
  return QueryEstimator(QueryProfile(objects.a, objects.b, pose, options), lists);
}

inline ChipAnswer simulated(const ObjectPair& objects, const Pose& pose, const ChipConfig& config,
                            bool first_witness = false) {
  BoardOptions unchecked;
  unchecked.checkers = false;
  JudgedSimulation simulation(config, unchecked);
  simulation.driver().upload(objects.a, objects.b);
  return simulation.query(pose, first_witness);
}

}  // namespace collisionchip::testing_support
