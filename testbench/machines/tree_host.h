// What hosts of machines with pair images share: nodes and triangle records, or records alone.
#pragma once

#include "collisionchip/testbench/machines/host_kind.h"

namespace collisionchip::tree_host {

// Of nodes in the machine's format, and triangle records behind them.
std::uint64_t image_bytes_of(const ChipConfig& config, std::uint64_t triangles);
std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object);
std::uint32_t write_object(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                           std::uint64_t base);
// The matrices of the Triangle Unit.
std::vector<std::uint32_t> frame_words(const ChipConfig& config, const CollisionObject& a,
                                       const CollisionObject& b, const QuerySetup& setup);
// Of the Stack Engine and the Triangle Unit.
WorkCounts read(const Board& board, const Statistics& statistics);

// Of the Triangle Unit.
std::string tests_text(const Statistics& s);
// And of its caches, the lists and the stacks.
std::string account_text(const Statistics& s, const ChipConfig& config);

}  // namespace collisionchip::tree_host
