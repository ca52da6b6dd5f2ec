#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct PointerFifoKeys {
  std::uint32_t depth = 1024;
  std::uint32_t threshold = 512;
  bool entry_check = false;
  FifoEntry entry = FifoEntry::pair;

  static constexpr const char* kSection = "pointer_fifo";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = PointerFifoKeys;
    key(&K::depth,
        integer("depth", "entries", {1, 1048576}, "§4.3; number ours", "results that the FIFO holds")
            .parameter("pci_interface", "POINTER_FIFO_DEPTH"));
    key(&K::threshold,
        integer("threshold", "entries", {1, 1048576}, "ours", "entries that raise the interrupt")
            .parameter("pci_interface", "POINTER_FIFO_THRESHOLD"));
    key(&K::entry_check, boolean("entry_check", "ours",
                                 "a query's last entry has the number of entries before it and a checksum")
                             .only("triangle_unit")
                             .only("pointer_fifo")
                             .only("pci_interface")
                             .added_with(0));
    key(&K::entry,
        word("entry", {"pair", "leaf_pair"}, "ours",
             "content of a result: a pair of triangles, or a pair of leaves with its triangle pairs")
            .added_with(0));
  }
};

}  // namespace collisionchip
