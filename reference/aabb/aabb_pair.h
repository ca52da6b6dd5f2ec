// Sibling pairs of axis-aligned boxes as the chip reads them (docs/aabb.md), and what a pair of 42 bytes cannot
// be decoded without.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/aabb/aabb.h"

namespace collisionchip {

// Words of a member in a pair: of aabb32 its planes, then left and right; of aabb21 its three own planes, then left
// and right, and behind both members a word with the flags of both in its two low bytes.
constexpr std::uint32_t kAabb32Words = 8, kAabb21Words = 5, kAabb21FlagsWord = 10;

// The box whose children a pair holds, and which of its planes are the left child's (docs/aabb.md).
struct AabbParent {
  Aabb box{};
  std::uint8_t flags = 0;

  friend bool operator==(const AabbParent& a, const AabbParent& b) {
    return a.box == b.box && a.flags == b.flags;
  }
};

// The boxes of both members, with the flags for their own children.
using AabbPair = std::array<AabbParent, 2>;

AabbPair decode_aabb32_pair(const std::uint32_t* words);
AabbPair decode_aabb21_pair(const std::uint32_t* words, const AabbParent& parent);

}  // namespace collisionchip
