#include "collisionchip/reference/image/node_format.h"

#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kRecordWords = 32, kCoefficients = 28;
constexpr std::uint32_t kChildWord = 28, kTriangleWord = 29, kFlagsWord = 30;
constexpr std::uint32_t kLeafFlag = 1;

std::uint32_t coefficient_word(std::uint32_t member, std::uint32_t coefficient) {
  return member * kRecordWords + coefficient;
}

void encode(const NodePair& pair, std::uint32_t* words) {
  for (std::size_t member = 0; member < 2; ++member, words += kRecordWords) {
    const NodeLinks& links = pair.links[member];
    for (std::uint32_t i = 0; i < kCoefficients; ++i) words[i] = bits_of(pair.dops[member].d[i]);
    words[kChildWord] = links.child;
    words[kTriangleWord] = links.triangle;
    words[kFlagsWord] = links.leaf ? kLeafFlag : 0;
    words[kFlagsWord + 1] = 0;
  }
}

void decode_dops(const std::uint32_t* words, std::array<DopNode, 2>& dops) {
  for (std::size_t member = 0; member < 2; ++member)
    std::memcpy(dops[member].d.data(), words + member * kRecordWords, 4 * kCoefficients);
}

void decode_links(const std::uint32_t* words, std::array<NodeLinks, 2>& links) {
  for (std::size_t member = 0; member < 2; ++member, words += kRecordWords)
    links[member] = {words[kChildWord], words[kTriangleWord], (words[kFlagsWord] & kLeafFlag) != 0};
}

constexpr NodeFormat records_of_128_bytes(const char* name, bool triangle_leaves) {
  return {name,
          8 * kRecordWords,
          kSdramBlockBytes,
          kMaxK,
          {{{0, kRecordWords}, {kRecordWords, 2 * kRecordWords}}},
          coefficient_word,
          encode,
          decode_dops,
          decode_links,
          triangle_leaves};
}

}  // namespace

const NodeFormat kDop128 = records_of_128_bytes("dop128", false);
const NodeFormat kTriangle128 = records_of_128_bytes("triangle128", true);

}  // namespace collisionchip
