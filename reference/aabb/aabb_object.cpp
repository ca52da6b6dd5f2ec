#include "collisionchip/reference/aabb/aabb_object.h"

namespace collisionchip {

AabbObject::AabbObject(const Mesh& mesh, const AabbTree& tree, AabbLayout layout, PlaneChoice choice)
    : image(encode(tree, layout, choice)),
      depth(tree.depth() + (has_leaves(layout) && tree.triangle_count() > 1 ? 1 : 0)) {
  triangles.reserve(mesh.triangle_count());
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
    triangles.push_back(make_triangle_record(mesh.corners(t), t));
}

}  // namespace collisionchip
