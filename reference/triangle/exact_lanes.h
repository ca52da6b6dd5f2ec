// Doubles side by side with masks of them, for the exact predicate: as vectors, or as bits where the processor has registers for
// masks. Each level has a type of its own, so that no level is given what was compiled for another one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __AVX512DQ__
#include <immintrin.h>
#endif

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/triangle/transposed.h"

namespace collisionchip {

template <int kCount>
struct VectorMasks {
  static constexpr std::size_t kLanes = kCount;
  // Aliases would lose the attributes.
  typedef double Double __attribute__((vector_size(8 * kCount)));
  typedef std::int64_t Mask __attribute__((vector_size(8 * kCount)));

  static Mask less(Double p, Double q) { return p < q; }
  static Mask equal(Double p, Double q) { return p == q; }
  static Double select(Mask mask, Double p, Double q) { return mask ? p : q; }
  static Double larger(Double p, Double q) { return p > q ? p : q; }
  static Double smaller(Double p, Double q) { return p < q ? p : q; }
  static Double magnitude(Double v) {
    return reinterpret_cast<Double>(reinterpret_cast<Mask>(v) & 0x7fffffffffffffff);
  }
  // A bit for each lane.
  static unsigned bits(Mask mask) {
    std::int64_t lanes[kCount];
    std::memcpy(lanes, &mask, sizeof lanes);
    unsigned bits = 0;
    for (unsigned i = 0; i < kLanes; ++i) bits |= (static_cast<unsigned>(lanes[i]) & 1u) << i;
    return bits;
  }
};

#ifdef __AVX512DQ__
struct BitMasks {
  static constexpr std::size_t kLanes = 8;
  typedef double Double __attribute__((vector_size(64)));
  struct Mask {
    __mmask8 bits{};

    static Mask of(unsigned bits) { return {static_cast<__mmask8>(bits)}; }
    friend Mask operator&(Mask p, Mask q) { return of(p.bits & q.bits); }
    friend Mask operator|(Mask p, Mask q) { return of(p.bits | q.bits); }
    friend Mask operator~(Mask p) { return of(~unsigned{p.bits}); }
    Mask& operator&=(Mask p) { return *this = *this & p; }
    Mask& operator|=(Mask p) { return *this = *this | p; }
  };

  static Mask less(Double p, Double q) { return {_mm512_cmp_pd_mask(p, q, _CMP_LT_OQ)}; }
  static Mask equal(Double p, Double q) { return {_mm512_cmp_pd_mask(p, q, _CMP_EQ_OQ)}; }
  static Double select(Mask mask, Double p, Double q) { return _mm512_mask_blend_pd(mask.bits, q, p); }
  static Double larger(Double p, Double q) { return p > q ? p : q; }
  static Double smaller(Double p, Double q) { return p < q ? p : q; }
  static Double magnitude(Double v) { return VectorMasks<8>::magnitude(v); }
  static unsigned bits(Mask mask) { return mask.bits; }
};
#endif

// Nine numbers of each lane's record as doubles, a number of all of them in a vector. Three more may be read behind them.
template <typename Lanes>
std::array<typename Lanes::Double, 9> nine_numbers(const std::array<const float*, Lanes::kLanes>& records) {
  using Double = typename Lanes::Double;
  std::array<Double, 9> numbers;
  if constexpr (Lanes::kLanes == 2) {
    for (std::size_t i = 0; i < 9; ++i) numbers[i] = Double{records[0][i], records[1][i]};
  } else {
    using Columns = Transposed<static_cast<int>(Lanes::kLanes), Lanes>;
    for (std::size_t first = 0; first < 9; first += 4) {
      const Columns columns(records, first);
      for (std::size_t i = 0; i < 4 && first + i < 9; ++i)
        numbers[first + i] = __builtin_convertvector(columns[i], Double);
    }
  }
  return numbers;
}

}  // namespace collisionchip
