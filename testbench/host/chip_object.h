// An object with the tree that a machine's nodes hold.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// DOPs of the machine's k and, with nodes of DOPs, of its keys of section tree, whatever `options` say of those;
// without, as paper41 has them, and the machine's own volumes beside them. InputError when the mesh has no triangle.
CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options = {});

// `object` in the shape of `mesh`, as the machine's host makes it: DOPs are refitted where they lie, the machine's own volumes are built
// again. InputError as refit() and build_object().
CollisionObject deformed_object(const CollisionObject& object, const Mesh& mesh, const ChipConfig& config);

// The values of all keys that a tree depends on: machines with the same ones walk the same tree.
using TreeKey = std::vector<std::uint32_t>;
TreeKey tree_key(const ChipConfig& config);

}  // namespace collisionchip
