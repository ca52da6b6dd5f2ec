// A list entry (§4.2): a sibling pair and which of its members take part. The chip packs the two mask bits
// into the free low bits of the pair's address.
#pragma once

#include <cstdint>

namespace collisionchip {

struct ListEntry {
  std::uint32_t pair;
  std::uint32_t mask;  // bit 0: left member, bit 1: right member; never 0

  bool has(int side) const { return (mask >> side & 1u) != 0; }
};

constexpr std::uint32_t kBothMembers = 3;

}  // namespace collisionchip
