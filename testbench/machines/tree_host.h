// Parts that the hosts of lists, boxes and tiles share: memory with nodes and triangle records, and the Triangle Unit.
#pragma once

#include "collisionchip/testbench/machines/host_kind.h"

namespace collisionchip::tree_host {

// Nodes in the machine's format, with triangle records behind them.
std::uint64_t image_bytes_of(const ChipConfig& config, std::uint64_t triangles);
std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object);
std::uint32_t write_object(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                           std::uint64_t base);
// list_traversal(), with the lists that the machine counts.
QueryResult reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                      const Pose& pose, const QueryOptions& options);
// Reads the Stack Engine and the Triangle Unit.
WorkCounts read(const Board& board, const Statistics& statistics);

// The tests of the Triangle Unit.
std::string tests_text(const Statistics& s);
// The tests, the caches, the lists and the stacks.
std::string account_text(const Statistics& s, const ChipConfig& config);

}  // namespace collisionchip::tree_host
