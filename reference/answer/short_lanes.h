// Integers of sixteen bits side by side.
#pragma once

#include <cstdint>
#include <cstring>

#include "collisionchip/reference/arithmetic/vector_lanes.h"

namespace collisionchip {

using Short8 = std::int16_t __attribute__((vector_size(16)));
using Int4 = Mask4;

// Rounded to the nearest; for magnitudes below 2^22.
inline Int4 nearest(Float4 v) {
  constexpr float kShift = 0x1.8p23f;
  return reinterpret_cast<Int4>(v + kShift) - 0x4b400000;
}

// The numbers must fit.
inline Short8 packed(Int4 low, Int4 high) {
#ifdef __SSE2__
  return __builtin_ia32_packssdw128(low, high);
#else
  using Int8 = std::int32_t __attribute__((vector_size(32)));
  return __builtin_convertvector(__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7), Short8);
#endif
}

// True if no lane of the mask is set. The lanes of a mask are zero or all ones.
inline bool none(Short8 mask) {
#ifdef __SSE2__
  using Char16 = char __attribute__((vector_size(16)));
  return __builtin_ia32_pmovmskb128(reinterpret_cast<Char16>(mask)) == 0;
#else
  return !any(reinterpret_cast<Mask4>(mask));
#endif
}

// Four of them from here on.
inline Float4 widened(const std::int16_t* from) {
  using Short4 = std::int16_t __attribute__((vector_size(8)));
  Short4 first;
  std::memcpy(&first, from, sizeof first);
  return __builtin_convertvector(first, Float4);
}

}  // namespace collisionchip
