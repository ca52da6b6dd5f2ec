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
    key(&K::multipliers, integer("multipliers", "products", {0, 256}, "ours",
                                 "products of 25 x 25 bits in a cycle. The unit decides pairs that the "
                                 "determinants leave undecided; 0: no Contact Unit")
                             .added_with(0));
    key(&K::limbs,
        one_of("limbs", "limbs", {1, 2, 4}, "ours", "limbs of 24 bits in the widest pass").added_with(4));
    key(&K::queue_depth,
        integer("queue_depth", "pairs", {1, 64}, "ours", "triangle pairs in the unit").added_with(16));
    key(&K::stages, integer("stages", "cycles", {1, 64}, "ours", "from a step's last product to its outcome")
                        .added_with(12));
    key(&K::overflow, word("overflow", {"wait", "host"}, "ours",
                           "an undecided pair without room in the unit waits, or the host settles it")
                          .added_with(0));
  }
};

}  // namespace collisionchip
