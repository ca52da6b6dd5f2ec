// A tumbled leaf as the Leaf Unit tells it to the Group Unit.
#pragma once

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/tlm/machine/group_messages.h"

namespace collisionchip {

LeafVolume leaf_volume(std::uint32_t place, const LeafShape& shape, int k);
LeafShape leaf_shape(const LeafVolume& message, int k);

}  // namespace collisionchip
