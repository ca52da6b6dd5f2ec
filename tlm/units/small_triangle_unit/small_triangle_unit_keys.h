#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct SmallTriangleUnitKeys {
  bool determinants = true;
  UndecidedPairs undecided = UndecidedPairs::host;
  std::uint32_t interval = 1;
  std::uint32_t lanes = 1;
  std::uint32_t stages = 12;
  std::uint32_t queue_depth = 64;
  std::uint32_t record_makers = 4;

  static constexpr const char* kSection = "small_triangle_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = SmallTriangleUnitKeys;
    key(&K::determinants, boolean("determinants", "ours",
                                  "signs of determinants of 16-bit numbers decide; false: the paper's "
                                  "arithmetic decides every pair")
                              .added_with(1));
    key(&K::undecided, word("undecided", {"host", "slow_unit"}, "ours",
                            "who takes pairs that the determinants leave undecided")
                           .added_with(0));
    key(&K::interval,
        integer("interval", "cycles", {1, 16}, "ours", "from a triangle pair to the next").added_with(1));
    key(&K::lanes, integer("lanes", "pairs", {1, 4}, "ours", "triangle pairs side by side").added_with(1));
    key(&K::stages,
        integer("stages", "cycles", {1, 64}, "ours", "from a pair to its verdict").added_with(12));
    key(&K::queue_depth,
        integer("queue_depth", "pairs", {4, 256}, "ours", "triangle pairs that wait for the unit")
            .added_with(64));
    key(&K::record_makers, integer("record_makers", "units", {1, 64}, "ours",
                                   "units that make the slow pipeline's triangle records from corners")
                               .added_with(4));
  }
};

}  // namespace collisionchip
