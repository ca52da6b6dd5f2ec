// Builds an object with the tree for a machine.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Builds an object for a machine, with dop.k directions. If the machine's nodes hold DOPs, the tree follows its keys of section tree; those
// options are ignored in `options`. For other machines the tree is built as for paper41, and the machine's own volumes are added.
// InputError if the mesh has no triangle.
CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options = {});

// `object` with the shape of `mesh`, as the machine's host makes it. The DOPs keep their nodes and are refitted; the machine's own volumes
// are built again. InputError as in refit() and build_object().
CollisionObject deformed_object(const CollisionObject& object, const Mesh& mesh, const ChipConfig& config);

// The values of all keys that a tree depends on. Machines with equal values walk the same tree.
using TreeKey = std::vector<std::uint32_t>;
TreeKey tree_key(const ChipConfig& config);

}  // namespace collisionchip
