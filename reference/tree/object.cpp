#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

CollisionObject CollisionObject::build(const Mesh& mesh, const TreeOptions& options) {
  CollisionObject object{DopTree::build(mesh, options), {}};
  object.triangles.reserve(mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    object.triangles.push_back(make_triangle_record(mesh.corners(t), t));
  }
  return object;
}

}  // namespace collisionchip
