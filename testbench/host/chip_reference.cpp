#include "collisionchip/testbench/host/chip_reference.h"

#include "collisionchip/testbench/host/other_machines.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

QueryResult chip_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, bool first_witness) {
  const QueryOptions options = query_options(config, first_witness);
  if (config.has_groups()) return group_reference(config, a, b, pose, options);
  if (config.has_tiles()) return tile_traversal(a, b, pose, options, config.engine.tile);
  QueryResult result = list_traversal(a, b, pose, options);
  // An entry of any list is a pair of the stack.
  if (derived_of(config).pairs.stacks_pairs) result.counters.lists = result.counters.aligned_pairs;
  return result;
}

}  // namespace collisionchip
