#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <limits>
#include <memory>

#include "collisionchip/testbench/paper/software.h"

namespace collisionchip {

namespace {
using Model = fcl::BVHModel<fcl::OBB<float>>;
}

std::string fcl_version() {
  return FCL_VERSION;
}

Software fcl_software(const Mesh& mesh) {
  const auto model = std::make_shared<Model>();
  std::vector<fcl::Vector3<float>> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3f& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, triangles);
  model->endModel();
  return {"fcl", [model](const Pose& pose, bool first_witness) {
            fcl::Transform3<float> transform = fcl::Transform3<float>::Identity();
            for (int row = 0; row < 3; ++row) {
              for (int column = 0; column < 3; ++column) {
                transform.linear()(row, column) =
                    pose.r[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
              }
              transform.translation()[row] = pose.t[row];
            }
            const std::size_t most = first_witness ? 1 : std::numeric_limits<std::size_t>::max();
            const fcl::CollisionRequest<float> request(most, false);
            fcl::CollisionResult<float> result;
            // What fcl::collide() comes to. To compile that takes a minute: every shape against every other.
            fcl::detail::MeshCollisionTraversalNodeOBB<float> node;
            fcl::detail::initialize(node, *model, fcl::Transform3<float>::Identity(), *model, transform,
                                    request, result);
            fcl::detail::collide(&node);
            return result.numContacts();
          }};
}

}  // namespace collisionchip
