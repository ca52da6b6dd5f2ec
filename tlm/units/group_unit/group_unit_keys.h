#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct GroupUnitKeys {
  std::uint32_t dotadds = 8;
  std::uint32_t dotadd_stages = 4;
  std::uint32_t compares = 4;
  std::uint32_t result_latency = 2;
  std::uint32_t planes = 1;
  std::uint32_t met_groups = 8;

  static constexpr const char* kSection = "group_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = GroupUnitKeys;
    key(&K::dotadds,
        integer("dotadds", "units", {1, 64}, "ours", "fixed-point rows of the transform per cycle")
            .added_with(8));
    key(&K::dotadd_stages,
        integer("dotadd_stages", "cycles", {1, 32}, "ours", "pipeline stages of a fixed-point row")
            .added_with(4));
    key(&K::compares, integer("compares", "tests", {1, 16}, "ours",
                              "tests of a tumbled member against an aligned member per cycle")
                          .added_with(4));
    key(&K::result_latency, integer("result_latency", "cycles", {1, 64}, "ours",
                                    "from the last comparison to the result leaving the unit")
                                .added_with(2));
    key(&K::planes, integer("planes", "tests", {1, 16}, "ours",
                            "tests of a tumbled leaf's slab against an aligned member per cycle")
                        .added_with(1));
    key(&K::met_groups, integer("met_groups", "groups", {1, 64}, "ours",
                                "groups that wait with their pairs of leaves for the Leaf Unit")
                            .added_with(8));
  }
};

}  // namespace collisionchip
