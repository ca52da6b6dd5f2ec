#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct PoseUnitKeys {
  std::uint32_t multipliers = 0;
  std::uint32_t stages = 3;
  std::uint32_t objects = 64;

  static constexpr const char* kSection = "pose_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = PoseUnitKeys;
    const std::vector<std::uint32_t> slots = {4, 8, 16, 32, 64, 128, 256, 512, 1024};
    key(&K::multipliers, integer("multipliers", "products", {0, 64}, "ours",
                                 "products of 32 x 32 bits in a cycle. The unit makes registers from a pose "
                                 "in whole numbers; 0: the host makes them in double")
                             .added_with(0));
    key(&K::stages,
        integer("stages", "cycles", {1, 16}, "ours", "from two factors to their product").added_with(3));
    key(&K::objects,
        one_of("objects", "objects", slots, "ours", "objects in the object table, 256 bytes each")
            .added_with(64));
  }
};

}  // namespace collisionchip
