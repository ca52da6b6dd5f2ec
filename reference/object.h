// What a query needs of one object, prepared once: its tree and its triangle records.
#pragma once

#include <vector>

#include "reference/dop_tree.h"
#include "reference/mesh.h"
#include "reference/triangle_test.h"

namespace collisionchip {

struct CollisionObject {
  DopTree tree;
  std::vector<TriangleRecord> triangles;  // by triangle number

  // InputError when the mesh has no triangle.
  static CollisionObject build(const Mesh& mesh, const TreeOptions& options = {});
};

}  // namespace collisionchip
