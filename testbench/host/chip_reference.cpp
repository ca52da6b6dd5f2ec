#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip {

QueryResult chip_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, bool first_witness) {
  const QueryOptions options = query_options(config, first_witness);
  if (!config.has_tree()) return tile_traversal(a, b, pose, options, config.engine.tile);
  return list_traversal(a, b, pose, options);
}

}  // namespace collisionchip
