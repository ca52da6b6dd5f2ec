// The keys of section `memory`; what its kinds set is in tlm/config/memory_kinds.h.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

// What is behind the Memory Controller. Times of `sdram` are cycles of the memory's own clock, if it has one.
struct MemoryKeys {
  std::uint32_t kind = 0;
  std::uint32_t clock_mhz = 0;
  std::uint32_t clock_bytes = 0;
  std::uint32_t channels = 1;
  std::uint32_t interleave_bytes = 256;

  static constexpr const char* kSection = "memory";
  static constexpr Eq5Gap kGap = Eq5Gap::memory;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = MemoryKeys;
    key(&K::clock_mhz,
        integer("clock_mhz", "MHz", {0, 10000}, "ours",
                "the memory's own clock; all times of `sdram` are in its cycles; 0: the chip's clock")
            .only("memory_controller")
            .added_with(0));
    key(&K::clock_bytes, one_of("clock_bytes", "bytes", {0, 2, 4, 8, 16, 32, 64}, "ours",
                                "bytes on the memory's pins in a cycle of its clock; 0: `sdram.bus_bytes`")
                             .only("memory_controller")
                             .added_with(0));
    key(&K::channels, one_of("channels", "channels", {1, 2, 4, 8}, "ours",
                             "memory channels, each with a Memory Controller; more than one only with groups")
                          .only("memory_controller")
                          .added_with(1));
    key(&K::interleave_bytes, one_of("interleave_bytes", "bytes", {32, 64, 128, 256, 512, 1024, 4096}, "ours",
                                     "bytes in one channel before the next channel follows")
                                  .added_with(256));
  }
};

}  // namespace collisionchip
