// The words of the lists, and check bits in them. A list word is the number of a sibling pair in the SDRAM, in
// bits 31..8, with its valid mask in bits 1..0; bits 7..2 are free. (Where each pair has a block of 256 bytes,
// the word without its mask is the pair's address, too.) The free bits hold the check bits: a protected list
// takes no more memory and no wider one.
//
// parity: bit 2 makes the number of ones in the word even. Every odd number of wrong bits is noticed.
// secded: 26 bits of number and mask and six check bits are an extended Hamming code (32, 26). Bits 6..2 are
// those of the Hamming code, bit 7 makes the number of ones even. One wrong bit is corrected, two are told;
// three can pass for one. Zero is a code word of both.
#pragma once

#include <cstdint>

namespace collisionchip {

enum class ListEcc { none, parity, secded };

constexpr unsigned kPairNumberBit = 8;  // the lowest one
constexpr std::uint32_t kPairNumberBits = ~std::uint32_t{0} << kPairNumberBit;
constexpr std::uint32_t kListMaskBits = 3;
constexpr std::uint32_t kListCheckBits = ~(kPairNumberBits | kListMaskBits);

// The word as it is stored. Its check bits must be 0.
std::uint32_t encode_list_word(ListEcc ecc, std::uint32_t word);

struct ListWord {
  enum class Verdict { clean, corrected, uncorrectable };
  std::uint32_t word;  // check bits 0; what was encoded, unless uncorrectable
  Verdict verdict;
};
ListWord decode_list_word(ListEcc ecc, std::uint32_t stored);

}  // namespace collisionchip
