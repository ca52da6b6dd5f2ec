// Single error correction, double error detection over 64-bit words: a Hsiao code (72, 64), the usual one for
// memory modules with a ninth chip. §4.5's four 64-bit modules become 72 bits wide each.
//
// Column i of the parity check matrix is the syndrome that a flip of bit i leaves. Every column is distinct
// and has an odd number of ones: one flip leaves a column, two flips leave an even number of ones and more
// than none, so no pair of flips looks like a single one or like none. Data columns have three ones (all 56
// of them) or five (eight), check columns one; every check bit covers 26 data bits. Zero is a code word:
// memory that was never written reads as valid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace collisionchip {

constexpr unsigned kEccWordBytes = 8, kEccDataBits = 64, kEccCheckBits = 8;
constexpr unsigned kEccCodeBits = kEccDataBits + kEccCheckBits;  // bits 64..71 are the check bits

class SecdedCode {
 public:
  using Columns = std::array<std::uint8_t, kEccDataBits>;  // of the data bits; check bit i has 1 << i

  explicit SecdedCode(const Columns& columns);

  std::uint8_t check_bits(std::uint64_t data) const {
    std::uint8_t bits = 0;
    for (unsigned byte = 0; byte < kEccWordBytes; ++byte) bits ^= of_byte_[byte][data >> 8 * byte & 0xff];
    return bits;
  }

  enum class Verdict { clean, corrected, uncorrectable };
  struct Decoded {
    std::uint64_t data;  // what was stored, unless uncorrectable
    Verdict verdict;
  };
  Decoded decode(std::uint64_t data, std::uint8_t check) const;

 private:
  static constexpr std::uint8_t kNoBit = 0xff;

  std::array<std::array<std::uint8_t, 256>, kEccWordBytes> of_byte_{};  // check bits of a byte in its place
  std::array<std::uint8_t, 256> flipped_bit_{};                         // by syndrome; kNoBit: no single flip
};

// The columns, and the code made from them.
SecdedCode::Columns secded_columns();
const SecdedCode& secded_code();

// Whole words in memory order (little-endian), one byte of check bits each.
void encode_words(const unsigned char* data, std::size_t words, std::uint8_t* check);

struct Correction {
  std::size_t corrected = 0, uncorrectable = 0;  // words
  std::size_t first_uncorrectable = 0;           // number of the word, if any
};
// Corrects `data` in place; uncorrectable words stay as they are.
Correction correct_words(unsigned char* data, std::size_t words, const std::uint8_t* check);

}  // namespace collisionchip
