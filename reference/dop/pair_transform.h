// DopTransform for the mirror of the chip: both siblings at once, two
// rows side by side. Every coefficient is computed by the same operations in
// the same order, so it has the same value (the bits of a NaN aside).
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

class PairTransform {
 public:
  explicit PairTransform(const DopTransform& transform) : blocks_((transform.k + 3) / 4) {
    for (int i = 0; i < transform.k; ++i) {
      const DopTransformRow& row = transform.rows[i];
      const std::size_t two_rows = row.destination / 2, lane = 2 * (row.destination % 2u);
      for (std::size_t m = 0; m < 3; ++m) {
        rows_[two_rows].c[m][lane] = rows_[two_rows].c[m][lane + 1] = row.c[m];
        rows_[two_rows].j[m][lane / 2] = row.j[m];
      }
      rows_[two_rows].offset[lane] = rows_[two_rows].offset[lane + 1] = row.offset;
    }
  }

  void apply(const DopNode* siblings, std::array<PartnerDop, 2>& out) const {
    alignas(16) float both[2 * 28];  // coefficient j of the left sibling at 2j, of the right one at 2j + 1
    for (int i = 0; i < 4 * blocks_; i += 4) {
      const Float4 left = load4(&siblings[0].d[i]), right = load4(&siblings[1].d[i]);
      store4(shuffle<0, 4, 1, 5>(left, right), both + 2 * i);
      store4(shuffle<2, 6, 3, 7>(left, right), both + 2 * i + 4);
    }
    for (int block = 0; block < blocks_; ++block) {
      const Float4 first = evaluate(rows_[2 * block], both), second = evaluate(rows_[2 * block + 1], both);
      store4(shuffle<0, 2, 4, 6>(first, second), &out[0][4 * block]);
      store4(shuffle<1, 3, 5, 7>(first, second), &out[1][4 * block]);
    }
  }

 private:
  // Destinations 2r and 2r + 1; lanes: the first for the left and the right sibling, then the second.
  struct TwoRows {
    Float4 c[3]{}, offset{};
    std::uint8_t j[3][2]{};
  };

  static Float4 operands(const std::uint8_t (&j)[2], const float* both) {
    return load2x2(both + 2 * j[0], both + 2 * j[1]);
  }
  static Float4 evaluate(const TwoRows& r, const float* both) {
    return (r.c[0] * operands(r.j[0], both) + r.c[1] * operands(r.j[1], both)) +
           (r.c[2] * operands(r.j[2], both) + r.offset);
  }

  int blocks_;  // of four destinations
  std::array<TwoRows, 14> rows_;
};

}  // namespace collisionchip
