#include "collisionchip/testbench/paper/software.h"

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

namespace {

using Traversal = QueryResult (*)(const CollisionObject&, const CollisionObject&, const Pose&,
                                  const QueryOptions&);

Software ours(const std::string& name, Traversal traversal, const CollisionObject& object) {
  return {name, [traversal, &object](const Pose& pose, bool first_witness) {
            QueryOptions options;
            options.first_witness = first_witness;
            return traversal(object, object, pose, options).pairs.size();
          }};
}

}  // namespace

std::vector<Software> software_of(const Mesh& mesh, const CollisionObject& object) {
  std::vector<Software> all = {ours("list", list_traversal, object),
                               ours("single_list", single_list_traversal, object),
                               ours("simultaneous", simultaneous_traversal, object)};
  if (!fcl_version().empty()) all.push_back(fcl_software(mesh));
  return all;
}

}  // namespace collisionchip
