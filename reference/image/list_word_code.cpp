#include "collisionchip/reference/image/list_word_code.h"

#include <array>

namespace collisionchip {

namespace {

constexpr unsigned kWordBits = 32, kFirstCheckBit = 2, kHammingBits = 5, kParityBit = 7;

bool odd(std::uint32_t word) {
  for (unsigned half = kWordBits / 2; half > 0; half /= 2) word ^= word >> half;
  return (word & 1u) != 0;
}

// The syndrome that a flip of each bit leaves: one bit for each Hamming bit, the other numbers below 32 in
// rising order for address and mask, 0 for the parity bit.
constexpr std::array<std::uint8_t, kWordBits> make_columns() {
  std::array<std::uint8_t, kWordBits> columns{};
  std::uint8_t next = 1;
  for (unsigned bit = 0; bit < kWordBits; ++bit) {
    if (bit == kParityBit) continue;
    if (bit >= kFirstCheckBit && bit < kParityBit) {
      columns[bit] = static_cast<std::uint8_t>(1u << (bit - kFirstCheckBit));
      continue;
    }
    while ((next & (next - 1)) == 0) ++next;
    columns[bit] = next++;
  }
  return columns;
}
constexpr std::array<std::uint8_t, kWordBits> kColumns = make_columns();

// Bit i of the syndrome is the parity of these bits of the word.
constexpr std::array<std::uint32_t, kHammingBits> make_covers() {
  std::array<std::uint32_t, kHammingBits> covers{};
  for (unsigned bit = 0; bit < kWordBits; ++bit) {
    for (unsigned i = 0; i < kHammingBits; ++i) {
      if ((kColumns[bit] >> i & 1u) != 0) covers[i] |= 1u << bit;
    }
  }
  return covers;
}
constexpr std::array<std::uint32_t, kHammingBits> kCovers = make_covers();

constexpr std::array<std::uint8_t, kWordBits> make_bit_of_syndrome() {
  std::array<std::uint8_t, kWordBits> bits{};
  for (unsigned bit = 0; bit < kWordBits; ++bit) bits[kColumns[bit]] = static_cast<std::uint8_t>(bit);
  return bits;
}
constexpr std::array<std::uint8_t, kWordBits> kBitOfSyndrome = make_bit_of_syndrome();

std::uint32_t syndrome(std::uint32_t word) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < kHammingBits; ++i) bits |= odd(word & kCovers[i]) ? 1u << i : 0u;
  return bits;
}

}  // namespace

std::uint32_t encode_list_word(ListEcc ecc, std::uint32_t word) {
  switch (ecc) {
    case ListEcc::none:
      break;
    case ListEcc::parity:
      return word | (odd(word) ? 1u << kFirstCheckBit : 0u);
    case ListEcc::secded:
      word |= syndrome(word) << kFirstCheckBit;
      return word | (odd(word) ? 1u << kParityBit : 0u);
  }
  return word;
}

ListWord decode_list_word(ListEcc ecc, std::uint32_t stored) {
  const std::uint32_t word = stored & ~kListCheckBits;
  if (ecc == ListEcc::none) return {word, ListWord::Verdict::clean};
  const bool flipped = odd(stored);
  if (ecc == ListEcc::parity)
    return {word, flipped ? ListWord::Verdict::uncorrectable : ListWord::Verdict::clean};
  const std::uint32_t bits = syndrome(stored);
  if (!flipped) return {word, bits == 0 ? ListWord::Verdict::clean : ListWord::Verdict::uncorrectable};
  return {(stored ^ 1u << kBitOfSyndrome[bits]) & ~kListCheckBits, ListWord::Verdict::corrected};
}

}  // namespace collisionchip
