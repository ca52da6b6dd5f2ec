// A float32 number as a whole number and a power of two.
#pragma once

#include <algorithm>
#include <cstdint>

namespace collisionchip {

// mantissa * 2^exponent.
struct FloatParts {
  std::int64_t mantissa = 0;  // with sign, below 2^24
  int exponent = 0;
};

// The parts of a finite number, by its bits; is_finite says whether the number is finite.
inline bool is_finite(std::uint32_t bits) {
  return (bits >> 23 & 255) != 255;
}
inline FloatParts float_parts(std::uint32_t bits) {
  const std::uint32_t field = bits >> 23 & 255, fraction = bits & 0x7fffffu;
  const auto magnitude = static_cast<std::int64_t>(field == 0 ? fraction : fraction | 0x800000u);
  return {(bits >> 31) != 0 ? -magnitude : magnitude, static_cast<int>(std::max(field, 1u)) - 150};
}

}  // namespace collisionchip
