#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct RecordCacheKeys {
  std::uint32_t group_lines = 64, block_lines = 64;
  std::uint32_t hit_latency = 2;
  std::uint32_t window = 4;
  std::uint32_t records = 24;

  static constexpr const char* kSection = "record_cache";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = RecordCacheKeys;
    const std::vector<std::uint32_t> lines = {0, 16, 32, 64, 128, 256, 512, 1024};
    key(&K::group_lines,
        one_of("group_lines", "groups", lines, "ours", "groups in the direct-mapped cache; 0: no cache")
            .added_with(64));
    key(&K::block_lines, one_of("block_lines", "blocks", lines, "§4.3",
                                "blocks of triangles in the direct-mapped cache; 0: no cache")
                             .added_with(64));
    key(&K::hit_latency, integer("hit_latency", "cycles", {1, 16}, "ours",
                                 "from a request to the cached record leaving the unit")
                             .added_with(2));
    key(&K::window, integer("window", "bursts", {1, 64}, "ours",
                            "bursts that wait for the Memory Controller; the best goes first")
                        .added_with(4));
    key(&K::records, integer("records", "requests", {1, 64}, "ours",
                             "requests for groups that wait for the memory, and as many for blocks")
                         .added_with(24));
  }
};

}  // namespace collisionchip
