// The mirror of a machine: the software that it must agree with, pair by pair and count by count, whatever its engine is.
#pragma once

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

QueryResult chip_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, bool first_witness = false);

}  // namespace collisionchip
