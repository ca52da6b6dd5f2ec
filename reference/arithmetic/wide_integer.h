// Two's complement of so many words of 64 bits, the lowest first. Sums and products are modulo 2^(64 words), which loses
// nothing of a result that fits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "collisionchip/reference/arithmetic/grid_number.h"

namespace collisionchip {

template <std::size_t kWords>
class WideInteger {
 public:
  WideInteger() = default;
  WideInteger(Int128 value) {  // NOLINT(google-explicit-constructor): loses nothing
    const auto bits = static_cast<UnsignedInt128>(value);
    words_.fill(value < 0 ? ~std::uint64_t{0} : 0);
    words_[0] = static_cast<std::uint64_t>(bits);
    words_[1] = static_cast<std::uint64_t>(bits >> 64);
  }
  // bit: below 64 words - 1.
  static WideInteger power_of_two(int bit) {
    WideInteger made;
    made.words_[static_cast<std::size_t>(bit) / 64] = std::uint64_t{1} << (bit % 64);
    return made;
  }

  friend WideInteger operator+(const WideInteger& a, const WideInteger& b) { return a.plus(b.words_, 0); }
  friend WideInteger operator-(const WideInteger& a, const WideInteger& b) {
    Words inverted = b.words_;
    for (std::uint64_t& word : inverted) word = ~word;
    return a.plus(inverted, 1);
  }
  friend WideInteger operator*(const WideInteger& a, const WideInteger& b) {
    WideInteger product;
    for (std::size_t i = 0; i < kWords; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < kWords; ++j) {
        const UnsignedInt128 word = UnsignedInt128{a.words_[i]} * b.words_[j] + product.words_[i + j] + carry;
        product.words_[i + j] = static_cast<std::uint64_t>(word);
        carry = static_cast<std::uint64_t>(word >> 64);
      }
    }
    return product;
  }
  int sign() const {
    if ((words_[kWords - 1] >> 63) != 0) return -1;
    std::uint64_t any = 0;
    for (const std::uint64_t word : words_) any |= word;
    return any != 0 ? 1 : 0;
  }

 private:
  using Words = std::array<std::uint64_t, kWords>;

  WideInteger plus(const Words& other, std::uint64_t carry) const {
    WideInteger sum;
    for (std::size_t i = 0; i < kWords; ++i) {
      const UnsignedInt128 word = UnsignedInt128{words_[i]} + other[i] + carry;
      sum.words_[i] = static_cast<std::uint64_t>(word);
      carry = static_cast<std::uint64_t>(word >> 64);
    }
    return sum;
  }

  Words words_{};
};

}  // namespace collisionchip
