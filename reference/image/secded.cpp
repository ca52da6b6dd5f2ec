#include "collisionchip/reference/image/secded.h"

#include <cstring>

namespace collisionchip {

namespace {

int ones(unsigned byte) {
  int count = 0;
  for (; byte != 0; byte &= byte - 1) ++count;
  return count;
}

}  // namespace

SecdedCode::SecdedCode(const Columns& columns) {
  for (unsigned byte = 0; byte < kEccWordBytes; ++byte) {
    for (unsigned value = 0; value < 256; ++value) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        if ((value >> bit & 1u) != 0) of_byte_[byte][value] ^= columns[8 * byte + bit];
      }
    }
  }
  flipped_bit_.fill(kNoBit);
  for (unsigned bit = 0; bit < kEccDataBits; ++bit) {
    flipped_bit_[columns[bit]] = static_cast<std::uint8_t>(bit);
  }
  for (unsigned bit = 0; bit < kEccCheckBits; ++bit) {
    flipped_bit_[1u << bit] = static_cast<std::uint8_t>(kEccDataBits + bit);
  }
}

SecdedCode::Decoded SecdedCode::decode(std::uint64_t data, std::uint8_t check) const {
  const std::uint8_t syndrome = check_bits(data) ^ check;
  if (syndrome == 0) return {data, Verdict::clean};
  const std::uint8_t bit = flipped_bit_[syndrome];
  if (bit == kNoBit) return {data, Verdict::uncorrectable};
  if (bit < kEccDataBits) data ^= std::uint64_t{1} << bit;
  return {data, Verdict::corrected};
}

SecdedCode::Columns secded_columns() {
  SecdedCode::Columns columns{};
  std::size_t next = 0;
  for (unsigned column = 0; column < 256; ++column) {
    if (ones(column) == 3) columns[next++] = static_cast<std::uint8_t>(column);
  }
  // The eight rotations of five neighbouring ones: each check bit gets five more.
  for (unsigned turn = 0; turn < 8; ++turn) {
    columns[next++] = static_cast<std::uint8_t>(0x1fu << turn | 0x1fu >> (8 - turn));
  }
  return columns;
}

const SecdedCode& secded_code() {
  static const SecdedCode code(secded_columns());
  return code;
}

void encode_words(const unsigned char* data, std::size_t words, std::uint8_t* check) {
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i * kEccWordBytes, kEccWordBytes);
    check[i] = secded_code().check_bits(word);
  }
}

Correction correct_words(unsigned char* data, std::size_t words, const std::uint8_t* check) {
  Correction correction;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i * kEccWordBytes, kEccWordBytes);
    const SecdedCode::Decoded decoded = secded_code().decode(word, check[i]);
    if (decoded.verdict == SecdedCode::Verdict::corrected) {
      ++correction.corrected;
      std::memcpy(data + i * kEccWordBytes, &decoded.data, kEccWordBytes);
    } else if (decoded.verdict == SecdedCode::Verdict::uncorrectable && correction.uncorrectable++ == 0) {
      correction.first_uncorrectable = i;
    }
  }
  return correction;
}

}  // namespace collisionchip
