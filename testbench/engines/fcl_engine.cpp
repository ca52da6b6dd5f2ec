#include "collisionchip/testbench/engines/fcl_engine.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <algorithm>
#include <limits>

namespace collisionchip {

namespace {

using Model = fcl::BVHModel<fcl::OBB<float>>;

void build(Model& model, const CollisionObject& object) {
  std::vector<fcl::Vector3<float>> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const TriangleRecord& triangle : object.triangles) {
    const std::size_t first = vertices.size();
    for (const Vec3f& corner : triangle.corners) vertices.emplace_back(corner.x, corner.y, corner.z);
    triangles.emplace_back(first, first + 1, first + 2);
  }
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model.addSubModel(vertices, triangles);
  model.endModel();
}

fcl::Transform3<float> transform_of(const Pose& pose) {
  fcl::Transform3<float> transform = fcl::Transform3<float>::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      transform.linear()(row, column) =
          pose.r[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    transform.translation()[row] = pose.t[row];
  }
  return transform;
}

class FclEngine : public Engine {
 public:
  void prepare(const Objects& objects) override {
    a_ = std::make_unique<Model>();
    build(*a_, objects.a);
    b_ = std::make_unique<Model>();
    build(*b_, objects.b);
  }

  Answer query(const Pose& pose, bool first_witness) override {
    const std::size_t most = first_witness ? 1 : std::numeric_limits<std::size_t>::max();
    const fcl::CollisionRequest<float> request(most, false);
    fcl::CollisionResult<float> result;
    // What fcl::collide() comes to. To compile that takes a minute: every shape against every other.
    fcl::detail::MeshCollisionTraversalNodeOBB<float> node;
    fcl::detail::initialize(node, *a_, fcl::Transform3<float>::Identity(), *b_, transform_of(pose), request,
                            result);
    fcl::detail::collide(&node);
    Answer answer;
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const fcl::Contact<float>& contact = result.getContact(i);
      answer.pairs.push_back(
          {static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
    }
    std::sort(answer.pairs.begin(), answer.pairs.end());
    return answer;
  }

 private:
  std::unique_ptr<Model> a_, b_;
};

}  // namespace

std::unique_ptr<Engine> make_fcl_engine(const EngineSetup&) {
  return std::make_unique<FclEngine>();
}

}  // namespace collisionchip
