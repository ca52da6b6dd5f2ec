#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct ContactUnitKeys {
  std::uint32_t multipliers = 0;
  std::uint32_t limbs = 4;
  std::uint32_t queue_depth = 16;
  std::uint32_t stages = 12;
  ContactOverflow overflow = ContactOverflow::wait;

  static constexpr const char* kSection = "contact_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = ContactUnitKeys;
    key(&K::multipliers,
        integer("multipliers", "products", {0, 256}, "ours",
                "of 25 x 25 bits in a cycle: what determinants leave undecided is decided on the "
                "chip; 0: there is no Contact Unit")
            .added_with(0));
    key(&K::limbs,
        one_of("limbs", "limbs", {1, 2, 4}, "ours", "of 24 bits that the widest pass has").added_with(4));
    key(&K::queue_depth,
        integer("queue_depth", "pairs", {1, 64}, "ours", "of triangles that are in the unit").added_with(16));
    key(&K::stages, integer("stages", "cycles", {1, 64}, "ours", "from a step's last product to its outcome")
                        .added_with(12));
    key(&K::overflow,
        word("overflow", {"wait", "host"}, "ours",
             "what an undecided pair does that finds no room in the unit: it waits, or the host settles it")
            .added_with(0));
  }
};

}  // namespace collisionchip
