// NarrowTumbling's work in vectors of 64 bytes: a node is one of them. Included by answer_wide.cpp alone, which is compiled for
// processors with AVX-512. Products are added without a rounding between them, so counts may differ from those of the narrow way.
#pragma once

#include <immintrin.h>

#include <array>

#include "collisionchip/reference/answer/compact_transform.h"
#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/leaf_slab.h"

namespace collisionchip {

template <int kHalf>
class WideTumbling {
 public:
  static constexpr int kHalfK = kHalf;
  using Volume = std::int16_t __attribute__((vector_size(64)));  // the coefficients, then unused lanes

  explicit WideTumbling(const CompactTransform& transform) : transform_(transform) {}

  static Volume nowhere() { return reinterpret_cast<Volume>(_mm512_set1_epi16(-32767)); }

  void tumble(const CompactPair& siblings, Volume (&out)[2]) const {
    for (std::size_t i = 0; i < 2; ++i) {
      const __m512i counts = load(siblings.nodes[i]);
      const __m512 low = widened(_mm512_castsi512_si256(counts)),
                   high = widened(_mm512_extracti64x4_epi64(counts, 1));
      out[i] = joined(counted(rows(0, low, high)), counted(rows(16, low, high)));
    }
  }

  static Volume bound(const MovedCorners& corners, const LeafBounds& bounds, const CompactGrid& aligned) {
    constexpr __mmask16 kDirections = (1u << kHalf) - 1;
    const auto direction = [&](std::size_t axis) { return _mm512_loadu_ps(&bounds.normals[axis]); };
    const __m512 x = direction(0), y = direction(1), z = direction(2);
    __m512 low{}, high{};
    for (std::size_t i = 0; i < 3; ++i) {
      const __m512 along = _mm512_fmadd_ps(x, all(corners[i][0]),
                                           _mm512_fmadd_ps(y, all(corners[i][1]), z * all(corners[i][2])));
      low = i == 0 ? along : _mm512_min_ps(low, along);
      high = i == 0 ? along : _mm512_max_ps(high, along);
    }
    const __m512 slack = _mm512_loadu_ps(&bounds.slack[0]);
    const auto count = [&](__m512 value, std::size_t from) {
      return counted((value - _mm512_maskz_loadu_ps(kDirections, aligned.origins() + from)) *
                     _mm512_maskz_loadu_ps(kDirections, aligned.scales() + from));
    };
    const __m256i maxima = _mm512_cvtepi32_epi16(count(high + slack, 0)),
                  minima = _mm512_cvtepi32_epi16(count(low - slack, kHalf));
    return reinterpret_cast<Volume>(_mm512_permutex2var_epi16(
        _mm512_castsi256_si512(maxima), maxima_then_minima(), _mm512_castsi256_si512(minima)));
  }

  static std::uint32_t met(const CompactVolume& node, const Volume (&volumes)[2]) {
    const __m512i counts = load(node);
    const auto overlap = [&](Volume volume) {
      return std::uint32_t{
          _mm512_mask_cmpgt_epi16_mask(kCoefficients, counts, reinterpret_cast<__m512i>(volume)) == 0};
    };
    return overlap(volumes[0]) | overlap(volumes[1]) << 1;
  }

  static int depth(const CompactVolume& node, const Volume& volume) {
    const __m512i ways = _mm512_mask_sub_epi16(_mm512_set1_epi16(0x7fff), kCoefficients,
                                               _mm512_srai_epi16(reinterpret_cast<__m512i>(volume), 1),
                                               _mm512_srai_epi16(load(node), 1));
    const __m256i half = _mm256_min_epi16(_mm512_castsi512_si256(ways), _mm512_extracti64x4_epi64(ways, 1));
    const __m128i least = _mm_min_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return _mm_extract_epi16(_mm_minpos_epu16(least), 0);  // none is negative where they overlap
  }

 private:
  static constexpr __mmask32 kCoefficients = (std::uint64_t{1} << (2 * kHalf)) - 1;

  static __m512 all(float value) { return _mm512_set1_ps(value); }
  // With the sixteen bytes behind them.
  static __m512i load(const CompactVolume& node) { return _mm512_loadu_si512(&node); }
  static __m512 widened(__m256i counts) { return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(counts)); }

  // Sixteen rows of the transform, of a node's coefficients 0 to 15 and from 16 on.
  __m512 rows(std::size_t first, __m512 low, __m512 high) const {
    __m512 value = _mm512_load_ps(&transform_.offset[first]);
    for (std::size_t m = 0; m < 3; ++m) {
      const __m512 operands = _mm512_permutex2var_ps(low, _mm512_load_si512(&transform_.j[m][first]), high);
      value = _mm512_fmadd_ps(_mm512_load_ps(&transform_.c[m][first]), operands, value);
    }
    return value;
  }
  // CompactGrid::rounded, and one step further out. A number that is none is the second operand of a minimum.
  static __m512i counted(__m512 count) {
    const __m512 inside =
        _mm512_max_ps(_mm512_min_ps(count, all(CompactGrid::kMost)), all(CompactGrid::kLeast));
    return _mm512_add_epi32(_mm512_cvtps_epi32(inside), _mm512_set1_epi32(1));
  }
  static Volume joined(__m512i low, __m512i high) {
    return reinterpret_cast<Volume>(_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(low)),
                                                       _mm512_cvtepi32_epi16(high), 1));
  }
  // Lanes 0 to kHalf of one vector, then those of another.
  static __m512i maxima_then_minima() {
    alignas(64) std::array<std::int16_t, 32> from{};
    for (std::size_t i = 0; i < 2 * kHalf; ++i)
      from[i] = static_cast<std::int16_t>(i < kHalf ? i : 32 + i - kHalf);
    return _mm512_load_si512(from.data());
  }

  const CompactTransform& transform_;
};

}  // namespace collisionchip
