// What a host does for machines other than the paper's: boxes, groups.
#pragma once

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Boxes or groups of the machine, beside the object's tree of DOPs.
void add_volumes(const Mesh& mesh, const ChipConfig& config, CollisionObject& object);

// The software that agrees with a machine with groups, in the words of the other traversals.
QueryResult group_reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                            const Pose& pose, QueryOptions options);

// What a machine with groups counts of each query in flight, by its entry of the command queue.
struct QueryCounts {
  std::uint64_t lists = 0, groups = 0, tests = 0;
};
QueryCounts query_counts(const Board& board, std::size_t entry);

// Of a query of these objects on a machine with groups.
GroupRegisters group_registers(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                               const QuerySetup& setup);

}  // namespace collisionchip
