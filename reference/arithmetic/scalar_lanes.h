// Lanes one after the other, as compilers of 2003 made them of such loops: the same operations on each
// lane, hence the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace collisionchip {

constexpr bool kSideBySide = false;

template <typename Number, std::size_t kCount>
struct Lanes {
  std::array<Number, kCount> lane;

  constexpr Number operator[](std::size_t i) const { return lane[i]; }
  constexpr Number& operator[](std::size_t i) { return lane[i]; }
};
using Float4 = Lanes<float, 4>;
using Mask4 = Lanes<std::int32_t, 4>;  // a lane is 0 or all ones

template <int kLanes>
struct LanesOf {
  using Float = Lanes<float, kLanes>;
};

template <typename Float>
inline Float broadcast_to(float value) {
  Float all;
  all.lane.fill(value);
  return all;
}

template <typename Result, std::size_t kCount, typename Number, typename Function>
inline Lanes<Result, kCount> each_lane(const Lanes<Number, kCount>& /*of*/, const Function& function) {
  Lanes<Result, kCount> result;
  for (std::size_t i = 0; i < kCount; ++i) result[i] = function(i);
  return result;
}

template <std::size_t kCount>
inline Lanes<float, kCount> operator+(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return each_lane<float>(a, [&](std::size_t i) { return a[i] + b[i]; });
}
template <std::size_t kCount>
inline Lanes<float, kCount> operator+(const Lanes<float, kCount>& a, float b) {
  return each_lane<float>(a, [&](std::size_t i) { return a[i] + b; });
}
template <std::size_t kCount>
inline Lanes<float, kCount> operator-(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return each_lane<float>(a, [&](std::size_t i) { return a[i] - b[i]; });
}
template <std::size_t kCount>
inline Lanes<float, kCount> operator*(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return each_lane<float>(a, [&](std::size_t i) { return a[i] * b[i]; });
}
template <std::size_t kCount>
inline Lanes<float, kCount> operator*(const Lanes<float, kCount>& a, float b) {
  return each_lane<float>(a, [&](std::size_t i) { return a[i] * b; });
}

template <std::size_t kCount, typename Compare>
inline Lanes<std::int32_t, kCount> mask_of(const Lanes<float, kCount>& a, const Compare& compare) {
  return each_lane<std::int32_t>(a, [&](std::size_t i) { return compare(i) ? -1 : 0; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator<(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return mask_of(a, [&](std::size_t i) { return a[i] < b[i]; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator<=(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return mask_of(a, [&](std::size_t i) { return a[i] <= b[i]; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator>(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return b < a;
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator>=(const Lanes<float, kCount>& a, const Lanes<float, kCount>& b) {
  return b <= a;
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator<(const Lanes<float, kCount>& a, float b) {
  return mask_of(a, [&](std::size_t i) { return a[i] < b; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator<=(const Lanes<float, kCount>& a, float b) {
  return mask_of(a, [&](std::size_t i) { return a[i] <= b; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator>=(const Lanes<float, kCount>& a, float b) {
  return mask_of(a, [&](std::size_t i) { return a[i] >= b; });
}

template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator&(const Lanes<std::int32_t, kCount>& a,
                                             const Lanes<std::int32_t, kCount>& b) {
  return each_lane<std::int32_t>(a, [&](std::size_t i) { return a[i] & b[i]; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator&(const Lanes<std::int32_t, kCount>& a, int b) {
  return each_lane<std::int32_t>(a, [&](std::size_t i) { return a[i] & b; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator|(const Lanes<std::int32_t, kCount>& a,
                                             const Lanes<std::int32_t, kCount>& b) {
  return each_lane<std::int32_t>(a, [&](std::size_t i) { return a[i] | b[i]; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount> operator~(const Lanes<std::int32_t, kCount>& a) {
  return each_lane<std::int32_t>(a, [&](std::size_t i) { return ~a[i]; });
}
template <std::size_t kCount>
inline Lanes<std::int32_t, kCount>& operator|=(Lanes<std::int32_t, kCount>& a,
                                               const Lanes<std::int32_t, kCount>& b) {
  return a = a | b;
}

template <std::size_t kCount>
inline Lanes<std::int32_t, kCount>& operator&=(Lanes<std::int32_t, kCount>& a,
                                               const Lanes<std::int32_t, kCount>& b) {
  return a = a & b;
}

inline Float4 load4(const float* from) {
  return {{from[0], from[1], from[2], from[3]}};
}

inline void store4(const Float4& value, float* to) {
  for (std::size_t i = 0; i < 4; ++i) to[i] = value[i];
}

// p[0], p[1], q[0], q[1].
inline Float4 load2x2(const float* p, const float* q) {
  return {{p[0], p[1], q[0], q[1]}};
}

// Lanes from 0 on are those of `a`, then those of `b`.
template <int... kFrom, typename Number, std::size_t kCount>
inline Lanes<Number, sizeof...(kFrom)> shuffle(const Lanes<Number, kCount>& a,
                                               const Lanes<Number, kCount>& b) {
  return {{(kFrom < static_cast<int>(kCount) ? a[kFrom % kCount] : b[kFrom % kCount])...}};
}

// a where the mask is set, else b.
template <std::size_t kCount>
inline Lanes<float, kCount> select(const Lanes<std::int32_t, kCount>& mask, const Lanes<float, kCount>& a,
                                   const Lanes<float, kCount>& b) {
  return each_lane<float>(a, [&](std::size_t i) { return mask[i] != 0 ? a[i] : b[i]; });
}

// NaN stays NaN.
template <std::size_t kCount>
inline Lanes<float, kCount> magnitude(const Lanes<float, kCount>& v) {
  return each_lane<float>(v, [&](std::size_t i) { return __builtin_fabsf(v[i]); });
}

template <std::size_t kCount>
inline bool any(const Lanes<std::int32_t, kCount>& mask) {
  std::int32_t all = 0;
  for (const std::int32_t lane : mask.lane) all |= lane;
  return all != 0;
}

}  // namespace collisionchip
