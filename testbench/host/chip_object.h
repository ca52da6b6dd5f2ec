// An object with the tree that a machine's nodes hold.
#pragma once

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// DOPs of the machine's k in any case, whatever `options` say of k. InputError when the mesh has no triangle.
CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options = {});

// What its groups are like, in one number; 0 for a machine without.
std::uint32_t groups_key(const ChipConfig& config);

}  // namespace collisionchip
