// The transform of the tumbled tree's nodes from their own grid to the aligned tree's: PairTransform for volumes of sixteen bits.
// Both siblings at once, two rows side by side.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

class CompactTransform {
 public:
  // `transform` is that of the trees that the grids are of.
  CompactTransform(const DopTransform& transform, const CompactGrid& tumbled, const CompactGrid& aligned);

  template <int kHalf>
  void apply(const CompactPair& siblings, std::array<CompactVolume, 2>& out) const {
    constexpr std::size_t kBlocks = (2 * kHalf + 7) / 8;
    alignas(16) float
        both[2 * 8 * kCompactBlocks];  // coefficient j of the left sibling at 2j, of the right one at 2j + 1
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const Short8 left = siblings.nodes[0][block], right = siblings.nodes[1][block];
      store_widened(shuffle<0, 8, 1, 9, 2, 10, 3, 11>(left, right), both + 16 * block);
      store_widened(shuffle<4, 12, 5, 13, 6, 14, 7, 15>(left, right), both + 16 * block + 8);
    }
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const Float4 p = evaluate(rows_[4 * block], both), q = evaluate(rows_[4 * block + 1], both),
                   r = evaluate(rows_[4 * block + 2], both), s = evaluate(rows_[4 * block + 3], both);
      out[0][block] = packed(counted(shuffle<0, 2, 4, 6>(p, q)), counted(shuffle<0, 2, 4, 6>(r, s)));
      out[1][block] = packed(counted(shuffle<1, 3, 5, 7>(p, q)), counted(shuffle<1, 3, 5, 7>(r, s)));
    }
  }

 private:
  // Destinations 2r and 2r + 1; lanes: the first for the left and the right sibling, then the second.
  struct TwoRows {
    Float4 c[3]{}, offset{};
    std::uint8_t j[3][2]{};
  };

  static void store_widened(Short8 counts, float* to) {
    std::int16_t numbers[8];
    std::memcpy(numbers, &counts, sizeof numbers);
    store4(widened(numbers), to);
    store4(widened(numbers + 4), to + 4);
  }
  static Float4 operands(const std::uint8_t (&j)[2], const float* both) {
    return load2x2(both + 2 * j[0], both + 2 * j[1]);
  }
  static Float4 evaluate(const TwoRows& r, const float* both) {
    return (r.c[0] * operands(r.j[0], both) + r.c[1] * operands(r.j[1], both)) +
           (r.c[2] * operands(r.j[2], both) + r.offset);
  }
  static Int4 counted(Float4 count) { return CompactGrid::rounded(count) + 1; }

  std::array<TwoRows, 4 * kCompactBlocks> rows_;
};

}  // namespace collisionchip
