// Operands for the float32 cores: mostly corners, and pairs that are near to each other or to a limit.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

// c0, d0, c1, d1, c2, d2, c.
using Operands = std::array<std::uint32_t, 7>;

class FloatVectors {
 public:
  explicit FloatVectors(std::uint64_t seed) : random_(seed) {}

  Operands next() {
    Operands operands;
    const bool plain = random_() % 4 == 0;  // like coordinates
    for (std::uint32_t& word : operands) word = plain ? exponent_near(127, 8) : corner();
    switch (random_() % 8) {
      case 0:
        operands[1] = operands[0] ^ (random_() % 2 << 31);
        break;  // double, or nothing
      case 1:
        operands[1] = near(operands[0]) ^ 0x80000000u;
        break;  // cancels
      case 2:
        complete_to(operands, 0);
        break;  // product at a limit
      case 3:
        cancel_products(operands);
        break;
      case 4:
        operands[1] = at_distance(operands[0]);
        break;  // digits at the rounding place
      default:
        break;
    }
    return operands;
  }

 private:
  std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }
  std::uint32_t fraction() {
    switch (random_() % 6) {
      case 0:
        return 0;
      case 1:
        return 0x7fffff;
      case 2:
        return 1u << random_() % 23;
      case 3:
        return 0x7fffffu ^ 1u << random_() % 23;
      case 4:
        return bits() & 0x7fffffu & bits() << random_() % 23;
      default:
        return bits() & 0x7fffffu;
    }
  }
  std::uint32_t exponent_near(int exponent, int range) {
    const int shifted = exponent + static_cast<int>(random_() % (2 * range + 1)) - range;
    const int clamped = shifted < 0 ? 0 : shifted > 255 ? 255 : shifted;
    return (bits() & 0x80000000u) | static_cast<std::uint32_t>(clamped) << 23 | fraction();
  }
  std::uint32_t corner() {
    switch (random_() % 16) {
      case 0:
        return bits() & 0x80000000u;  // zero
      case 1:
        return (bits() & 0x80000000u) | 0x7f800000u;  // infinity
      case 2:
        return (bits() & 0x80000000u) | 0x7f800000u | fraction();  // often NaN
      case 3:
        return (bits() & 0x80000000u) | fraction();  // subnormal
      case 4:
        return (bits() & 0x80000000u) | (bits() & 0x7fffffu) >> random_() % 23;
      case 5:
        return exponent_near(1, 2);
      case 6:
        return exponent_near(254, 2);
      case 7:
        return exponent_near(64, 14);
      case 8:
        return exponent_near(190, 3);
      case 9:
        return bits();
      default:
        return exponent_near(127, 14);
    }
  }
  // A few units in the last place away.
  std::uint32_t near(std::uint32_t word) { return word + bits() % 5 - 2; }
  // The factor that brings a product near the least or the greatest number.
  void complete_to(Operands& operands, int at) {
    const int exponent = static_cast<int>(operands[at] >> 23 & 255u);
    operands[at + 1] = exponent_near((random_() % 3 != 0 ? 127 : 381) - exponent, 26);
  }
  void cancel_products(Operands& operands) {
    operands[2] = near(operands[0]) ^ 0x80000000u;
    operands[3] = near(operands[1]);
    if (random_() % 2 == 0) operands[6] = bits_of(-float_of(operands[4]) * float_of(operands[5]));
  }
  std::uint32_t at_distance(std::uint32_t word) {
    return exponent_near(static_cast<int>(word >> 23 & 255u) - static_cast<int>(random_() % 30), 1);
  }

  std::mt19937_64 random_;
};

}  // namespace collisionchip
