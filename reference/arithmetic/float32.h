// The chip's arithmetic: IEEE-754 binary32, round to nearest even, subnormals kept, one canonical NaN.
// The order of operations is part of the specification for the reference, the model and the RTL alike.
#pragma once

#include <cstdint>
#include <cstring>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"

namespace collisionchip {

static_assert(sizeof(float) == 4);

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// x86 makes ffc00000 where the hardware makes 7fc00000;
// everything that is compared bit by bit uses the latter.
inline float canonical(float value) {
  return value == value ? value : float_of(0x7fc00000u);
}

// DOTADD, the one arithmetic unit of the chip (Eq. 3):
// (c0*d0 + c1*d1) + (c2*d2 + c), six rounded operations.
inline float dotadd(float c0, float d0, float c1, float d1, float c2, float d2, float c) {
  const float left = c0 * d0 + c1 * d1;
  const float right = c2 * d2 + c;
  return canonical(left + right);
}

// The next float32 above one below infinity; of a zero it must be the positive one.
inline float next_above(float value) {
  const std::uint32_t bits = bits_of(value);
  return float_of(bits + ((bits >> 31) != 0 ? ~std::uint32_t{0} : 1u));
}
// The nearest float32 that is not below (not above) the exact value. What is rounded to -0 is not above it.
inline float round_up(double value) {
  const float nearest = static_cast<float>(value);
  return nearest < value ? next_above(nearest) : nearest;
}
inline float round_down(double value) {
  return -round_up(-value);
}

}  // namespace collisionchip
