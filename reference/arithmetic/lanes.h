// Float32 side by side, for the inner loops of the software: four, or as many as a template is told. Each lane
// is an ordinary IEEE operation, so results do not depend on how the compiler maps these to registers.
#pragma once

#include <cstdint>
#include <cstring>

namespace collisionchip {

using Float4 = float __attribute__((vector_size(16)));
using Mask4 = std::int32_t __attribute__((vector_size(16)));  // a lane is 0 or all ones

// 4, 8 or 16 of them.
template <int kLanes>
struct LanesOf {
  typedef float Float __attribute__((vector_size(4 * kLanes)));  // an alias would lose the attribute
};
template <typename Float>
using MaskOf = decltype(Float{} < Float{});

inline Float4 broadcast(float value) {
  return Float4{value, value, value, value};
}
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

// All ones in the first `count` lanes.
constexpr Mask4 lanes_below(int count) {
  return Mask4{count > 0 ? -1 : 0, count > 1 ? -1 : 0, count > 2 ? -1 : 0, count > 3 ? -1 : 0};
}

inline bool any(Mask4 mask) {
  std::uint64_t halves[2];
  std::memcpy(halves, &mask, sizeof mask);
  return (halves[0] | halves[1]) != 0;
}

}  // namespace collisionchip
