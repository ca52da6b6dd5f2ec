#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct LeafUnitKeys {
  std::uint32_t dotadds = 8;
  std::uint32_t move_latency = 8;
  std::uint32_t block_latency = 8;
  std::uint32_t waiting = 16;
  std::uint32_t filtered = 4;

  // A tumbled triangle takes nine rows for its corners and nine for the slab of its plane.
  std::uint32_t move_cycles() const { return (18 + dotadds - 1) / dotadds; }

  static constexpr const char* kSection = "leaf_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = LeafUnitKeys;
    key(&K::dotadds, integer("dotadds", "units", {1, 64}, "ours",
                             "fixed-point rows per cycle that move corners and make volumes from them")
                         .added_with(8));
    key(&K::move_latency, integer("move_latency", "cycles", {1, 64}, "ours",
                                  "from the last row of a leaf to its volume leaving the unit")
                              .added_with(8));
    key(&K::block_latency, integer("block_latency", "cycles", {1, 64}, "ours",
                                   "from an aligned block to its first pair of triangles leaving")
                               .added_with(8));
    key(&K::waiting, integer("waiting", "pairs of leaves", {1, 256}, "ours",
                             "pairs of leaves that wait for their aligned block")
                         .added_with(16));
    key(&K::filtered, integer("filtered", "triangles", {1, 4}, "ours",
                              "triangles of a tumbled leaf that pass the first two filters per cycle")
                          .added_with(4));
  }
};

}  // namespace collisionchip
