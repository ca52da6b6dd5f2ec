// An object with the tree that a machine's nodes hold.
#pragma once

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// DOPs of the machine's k in any case, whatever `options` say of k. InputError when the mesh has no triangle.
CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options = {});

}  // namespace collisionchip
