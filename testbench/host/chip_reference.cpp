#include "collisionchip/testbench/host/chip_reference.h"

#include "collisionchip/testbench/machines/host_kinds.h"

namespace collisionchip {

QueryResult chip_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, bool first_witness) {
  return host_of(config).reference(config, a, b, pose, query_options(config, a, b, first_witness));
}

}  // namespace collisionchip
