// An object as FCL has it, and one query of two of them.
#pragma once

#include <fcl/fcl.h>

#include <limits>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

template <typename BV>
void build_fcl(const Mesh& mesh, fcl::BVHModel<BV>& model) {
  std::vector<fcl::Vector3<typename BV::S>> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3f& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model.addSubModel(vertices, triangles);
  model.endModel();
}

constexpr std::size_t kAllContacts = std::numeric_limits<std::size_t>::max();

// Contacts that A has with B, which is moved; up to so many are looked for.
template <typename BV>
void fcl_collide(const fcl::BVHModel<BV>& a, const fcl::BVHModel<BV>& b, const Pose& pose, std::size_t most,
                 fcl::CollisionResult<typename BV::S>& result) {
  using S = typename BV::S;
  fcl::Transform3<S> transform = fcl::Transform3<S>::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) transform.linear()(row, column) = pose.r[row][column];
    transform.translation()[row] = pose.t[row];
  }
  const fcl::CollisionRequest<S> request(most, false);
  fcl::collide(&a, fcl::Transform3<S>::Identity(), &b, transform, request, result);
}

}  // namespace collisionchip
