// Node formats of the tests alone, as unlike today's as one can be: DOPs with few coefficients, links before
// them, the words of both members mixed, several pairs in a block.
#pragma once

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/image/node_format.h"

namespace collisionchip::testing_support {

// Words 0 and 1: the links of the members, the address of a triangle with bit 0 set, or the list word of the
// children; then the coefficients by turns.
template <std::uint32_t kCoefficients>
struct CompactNodes {
  static constexpr std::uint32_t kPairBytes = 4 * (2 + 2 * kCoefficients);

  static std::uint32_t word(std::uint32_t member, std::uint32_t coefficient) {
    return 2 + 2 * coefficient + member;
  }
  static void encode(const NodePair& pair, std::uint32_t* words) {
    for (std::uint32_t member = 0; member < 2; ++member) {
      const NodeLinks& links = pair.links[member];
      words[member] = links.leaf ? links.triangle | 1u : links.child;
      for (std::uint32_t i = 0; i < kCoefficients; ++i)
        words[word(member, i)] = bits_of(pair.dops[member].d[i]);
    }
  }
  static void decode_dops(const std::uint32_t* words, std::array<DopNode, 2>& dops) {
    for (std::uint32_t member = 0; member < 2; ++member) {
      for (std::uint32_t i = 0; i < kCoefficients; ++i) dops[member].d[i] = float_of(words[word(member, i)]);
    }
  }
  static void decode_links(const std::uint32_t* words, std::array<NodeLinks, 2>& links) {
    for (std::size_t member = 0; member < 2; ++member) {
      const bool leaf = (words[member] & 1u) != 0;
      links[member] = {leaf ? 0 : words[member], leaf ? words[member] & ~1u : 0, leaf};
    }
  }
  static constexpr NodeFormat format(const char* name, std::uint32_t stride) {
    constexpr NodeFormat::Span kBoth = {0, kPairBytes / 4};
    return {name, kPairBytes, stride, kCoefficients, {kBoth, kBoth}, word, encode, decode_dops, decode_links};
  }
};

// 120 bytes, two pairs in a block.
inline constexpr NodeFormat kCompact14 = CompactNodes<14>::format("compact14", 128);
// 56 bytes, three pairs in a block: their numbers are no powers of two. For a bus of 16 bytes at most.
inline constexpr NodeFormat kCompact6 = CompactNodes<6>::format("compact6", 80);

}  // namespace collisionchip::testing_support
