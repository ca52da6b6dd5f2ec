// What a query needs of one object, prepared once: its tree and its triangle records.
#pragma once

#include <memory>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/tree/volume_tree.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

struct GroupObject;

struct CollisionObject {
  DopTree tree;
  std::vector<TriangleRecord> triangles;  // by triangle number
  // For a machine with other volumes; the DOPs are there too, for comparisons.
  std::shared_ptr<const VolumeTree> volumes = nullptr;
  // For a machine with groups, in addition to the DOPs (reference/groups/group_object.h).
  std::shared_ptr<const GroupObject> groups = nullptr;

  // Takes a tree that was built of this mesh elsewhere.
  static CollisionObject of(DopTree tree, const Mesh& mesh);
  // InputError when the mesh has no triangle.
  static CollisionObject build(const Mesh& mesh, const TreeOptions& options = {});
};

}  // namespace collisionchip
