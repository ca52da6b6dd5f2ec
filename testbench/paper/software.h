// The software that the chip is compared with on this host.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct Software {
  std::string name;
  // The number of intersecting pairs of the object and its copy.
  std::function<std::size_t(const Pose& pose, bool first_witness)> query;
};

// "list": Algorithm 2 as fast as we can make it; "single_list": the new traversal and "simultaneous": the
// traditional one, which differ in the traversal and in nothing else; "fcl" if this program was built with
// FCL. All keep references to the arguments.
std::vector<Software> software_of(const Mesh& mesh, const CollisionObject& object);

// The version FCL was built with; empty without it.
std::string fcl_version();
// Bounding volume hierarchies of FCL (OBB, float32, its fastest
// on our objects); only where fcl_version() is not empty.
Software fcl_software(const Mesh& mesh);

}  // namespace collisionchip
