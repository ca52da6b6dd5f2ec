// How a pair of tumbled nodes comes onto the aligned grid and meets aligned nodes, in vectors of sixteen bytes, which every
// processor has.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "collisionchip/reference/answer/compact_transform.h"
#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/leaf_slab.h"
#include "collisionchip/reference/dop/dop.h"

namespace collisionchip {

template <int kHalf>
class NarrowTumbling {
 public:
  static constexpr int kHalfK = kHalf;
  using Volume = CompactVolume;

  explicit NarrowTumbling(const CompactTransform& transform) {
    for (std::size_t two = 0; two < rows_.size(); ++two) {
      for (int lane = 0; lane < 4; ++lane) {
        const std::size_t to = 2 * two + static_cast<std::size_t>(lane) / 2;
        for (std::size_t m = 0; m < 3; ++m) {
          rows_[two].c[m][lane] = transform.c[m][to];
          rows_[two].j[m][lane / 2] = static_cast<std::uint8_t>(transform.j[m][to]);
        }
        rows_[two].offset[lane] = transform.offset[to];
      }
    }
  }

  // Apart from every node.
  static Volume nowhere() {
    constexpr Short8 kLeast = {-32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767};
    return {kLeast, kLeast, kLeast};
  }

  // Both siblings at once, two rows side by side.
  void tumble(const CompactPair& siblings, Volume (&out)[2]) const {
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

  // The volume of a leaf's moved corners.
  static Volume bound(const MovedCorners& corners, const LeafBounds& bounds, const CompactGrid& aligned) {
    constexpr std::size_t kFours = (kHalf + 3) / 4;
    float maxima[4 * kFours], minima[4 * kFours];
    for (std::size_t four = 0; four < kFours; ++four) {
      Float4 low{}, high{};
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const Float4 along = (bounds.normals[0][four] * broadcast(corners[corner][0]) +
                              bounds.normals[1][four] * broadcast(corners[corner][1])) +
                             bounds.normals[2][four] * broadcast(corners[corner][2]);
        low = corner == 0 ? along : select(along < low, along, low);
        high = corner == 0 ? along : select(high < along, along, high);
      }
      store4(high + bounds.slack[four], maxima + 4 * four);
      store4(low - bounds.slack[four], minima + 4 * four);
    }
    PartnerDop partner{};
    std::memcpy(partner.data(), maxima, kHalf * sizeof(float));
    std::memcpy(partner.data() + kHalf, minima, kHalf * sizeof(float));
    return aligned.outside(partner.data());
  }

  // Which of two volumes overlap an aligned node, a bit each.
  static std::uint32_t met(const CompactVolume& node, const Volume (&volumes)[2]) {
    std::array<Short8, 2> apart{};
    for (std::size_t block = 0; block < kBlocks; ++block) {
      apart[0] |= node[block] > volumes[0][block];
      apart[1] |= node[block] > volumes[1][block];
    }
    return std::uint32_t{none(apart[0])} | std::uint32_t{none(apart[1])} << 1;
  }

  // How far a volume and a node that overlap would have to be moved apart along the direction where that is least, in double
  // steps.
  static int depth(const CompactVolume& node, const Volume& volume) {
    const auto smaller = [](Short8 p, Short8 q) { return p < q ? p : q; };
    Short8 least = (volume[0] >> 1) - (node[0] >> 1);
    for (std::size_t block = 1; block < kBlocks; ++block)
      least = smaller(least, (volume[block] >> 1) - (node[block] >> 1));
    least = smaller(least, shuffle<4, 5, 6, 7, 0, 1, 2, 3>(least, least));
    least = smaller(least, shuffle<2, 3, 0, 1, 6, 7, 4, 5>(least, least));
    return std::min(least[0], least[1]);
  }

 private:
  static constexpr std::size_t kBlocks = (2 * kHalf + 7) / 8;
  // Destinations 2r and 2r + 1; lanes: the first for the left and the right sibling, then the second.
  struct TwoRows {
    Float4 c[3], offset;
    std::uint8_t j[3][2];
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

  std::array<TwoRows, 4 * kBlocks> rows_;
};

}  // namespace collisionchip
