// Lanes as the compiler's vectors: one instruction for four of them, where the processor has it.
#pragma once

#include <cstdint>
#include <cstring>

namespace collisionchip {

constexpr bool kSideBySide = true;  // all lanes cost as much as one: no need to stop early

using Float4 = float __attribute__((vector_size(16)));
using Mask4 = std::int32_t __attribute__((vector_size(16)));  // a lane is 0 or all ones

using Double2 = double __attribute__((vector_size(16)));

// 4, 8 or 16 of them.
template <int kLanes>
struct LanesOf {
  typedef float Float __attribute__((vector_size(4 * kLanes)));  // an alias would lose the attribute
};

// Less than nothing: x - 0 is x, the sign of a zero included.
template <typename Float>
inline Float broadcast_to(float value) {
  return value - Float{};
}

inline Float4 load4(const float* from) {
  Float4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store4(Float4 value, float* to) {
  std::memcpy(to, &value, sizeof value);
}

// p[0], p[1], q[0], q[1]. Two 64-bit loads; the double stands for its bits.
inline Float4 load2x2(const float* p, const float* q) {
  double first, second;
  std::memcpy(&first, p, sizeof first);
  std::memcpy(&second, q, sizeof second);
  return reinterpret_cast<Float4>(Double2{first, second});
}

// Lanes from 0 on are those of `a`, then those of `b`.
template <int... kFrom, typename Lanes>
inline auto shuffle(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, kFrom...);
}

// a where the mask is set, else b.
template <typename Float>
inline Float select(decltype(Float{} < Float{}) mask, Float a, Float b) {
  return mask ? a : b;
}

// NaN stays NaN.
template <typename Float>
inline Float magnitude(Float v) {
  return reinterpret_cast<Float>(reinterpret_cast<decltype(v < v)>(v) & 0x7fffffff);
}

inline bool any(Mask4 mask) {
  std::uint64_t halves[2];
  std::memcpy(halves, &mask, sizeof mask);
  return (halves[0] | halves[1]) != 0;
}

}  // namespace collisionchip
