#pragma once

#include <cstdint>

#include "collisionchip/reference/image/list_word_code.h"
#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct StackSramKeys {
  std::uint32_t entries = 65536;
  std::uint32_t latency = 2;
  ListEcc ecc = ListEcc::none;
  std::uint32_t ecc_cycles = 1;

  static constexpr const char* kSection = "stack_sram";
  static constexpr Eq5Gap kGap = Eq5Gap::flags;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = StackSramKeys;
    key(&K::entries,
        integer("entries", "entries", {4, 16777216}, "§4.2; number ours", "32-bit list entries per SRAM")
            .parameter("stack_engine", "ENTRIES")
            .parameter("stack_sram_on_board", "ENTRIES"));
    key(&K::latency, integer("latency", "cycles", {1, 16}, "ours", "address to data of a read")
                         .parameter("stack_sram_on_board", "LATENCY"));
    key(&K::ecc, word("ecc", {"none", "parity", "secded"}, "ours",
                      "check bits in the free bits of list words: none, errors reported, or single errors "
                      "corrected and double errors reported")
                     .only("stack_engine")
                     .only("pci_interface")
                     .added_with(0));
    key(&K::ecc_cycles, integer("ecc_cycles", "cycles", {0, 16}, "ours",
                                "stages that `parity` and `secded` add to the latency of a read")
                            .added_with(1));
  }
};

}  // namespace collisionchip
