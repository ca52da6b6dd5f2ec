// What the PCI Interface tells the Result Unit (host.results = memory).
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/fields.h"

namespace collisionchip {

// A write of the host to a register of the rings, or the mode of a query that starts.
struct RingWrite {
  enum class Kind : std::uint8_t { base_low, base_high, taken, witness } kind = Kind::base_low;
  std::uint32_t ring = 0;  // taken, witness: whose
  std::uint32_t value =
      0;  // bits of the address; bursts that the host has taken; 1: the first entry leaves at once

  static constexpr const char* kName = "RingWrite";
  static constexpr KindNames kKinds = {"base_low", "base_high", "taken", "witness"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"ring", 4, Cell::kDetail, "ring"}, item.ring);
    field({"value", 32, Cell::kValue, "address, bursts taken, or whether one witness is enough"}, item.value);
  }
};

}  // namespace collisionchip
