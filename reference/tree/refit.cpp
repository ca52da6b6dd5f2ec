#include "collisionchip/reference/tree/refit.h"

#include <utility>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

// Children lie behind their parents, so the last node comes first.
std::vector<DopNode> refitted_nodes(const DopTree& tree, const Mesh& mesh) {
  std::vector<DopNode> nodes = tree.nodes();
  for (std::size_t n = refitted_boxes(tree); n-- > 0;) {
    DopNode& node = nodes[n];
    if (node.is_leaf()) {
      node = leaf_dop(tree.k(), mesh.corners(node.triangle), node.triangle);
    } else {
      enclose(tree.k(), nodes[2 * std::size_t{node.child}], nodes[2 * std::size_t{node.child} + 1], node);
    }
  }
  return nodes;
}

}  // namespace

CollisionObject refit(const CollisionObject& object, const Mesh& mesh) {
  const std::uint32_t count = object.tree.triangle_count();
  if (mesh.triangle_count() != count)
    throw InputError(mesh.name, "the " + std::to_string(count) + " triangles of the object",
                     ", got " + std::to_string(mesh.triangle_count()));
  CollisionObject deformed{DopTree(object.tree.k(), refitted_nodes(object.tree, mesh), count), {}};
  deformed.triangles.reserve(count);
  for (std::uint32_t triangle = 0; triangle < count; ++triangle)
    deformed.triangles.push_back(make_triangle_record(mesh.corners(triangle), triangle));
  return deformed;
}

std::uint64_t refitted_boxes(const DopTree& tree) {
  return tree.triangle_count() == 1 ? 1 : 2 * std::uint64_t{tree.pair_count()};
}

}  // namespace collisionchip
