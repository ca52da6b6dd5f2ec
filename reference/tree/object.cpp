#include "collisionchip/reference/tree/object.h"

#include <utility>

#include "collisionchip/reference/tree/threads.h"
#include "collisionchip/reference/tree/tree_builder.h"

namespace collisionchip {

CollisionObject CollisionObject::build(const Mesh& mesh, const TreeOptions& options) {
  return of(DopTree::build(mesh, options), mesh);
}

CollisionObject CollisionObject::of(DopTree tree, const Mesh& mesh) {
  CollisionObject object{std::move(tree), std::vector<TriangleRecord>(mesh.triangles.size()), nullptr};
  for_each_share(builder_threads(mesh), mesh.triangles.size(), [&](std::size_t begin, std::size_t end, bool) {
    for (std::size_t t = begin; t < end; ++t) {
      const auto triangle = static_cast<std::uint32_t>(t);
      object.triangles[t] = make_triangle_record(mesh.corners(triangle), triangle);
    }
  });
  return object;
}

}  // namespace collisionchip
