#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct RefitUnitKeys {
  std::uint32_t directions = 0;
  std::uint32_t pairs_ahead = 16;
  std::uint32_t writes_together = 8;
  std::uint32_t stack_entries = 64;

  static constexpr const char* kSection = "refit_unit";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = RefitUnitKeys;
    key(&K::directions,
        integer("directions", "directions", {0, 13}, "ours",
                "directions of a DOP that are worked on in a cycle; 0: no Refit Unit, the host refits")
            .only("pci_interface")
            .only("memory_controller")
            .only("stack_engine")
            .added_with(0));
    key(&K::pairs_ahead,
        integer("pairs_ahead", "pairs", {1, 64}, "ours", "pairs that are requested and not refitted yet")
            .added_with(16));
    key(&K::writes_together,
        integer("writes_together", "pairs", {1, 64}, "ours",
                "pairs written one behind the other, so that the data bus turns around less often")
            .added_with(8));
    key(&K::stack_entries,
        integer("stack_entries", "DOPs", {2, 256}, "ours",
                "DOPs of pairs that wait for their parents; at least the levels of the tree")
            .added_with(64));
  }
};

}  // namespace collisionchip
