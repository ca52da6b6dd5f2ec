// A tumbled leaf is a triangle. Its plane parts it from nodes that its volume meets: a large thin triangle lies across most of the
// other part.
#pragma once

#include <array>

#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/leaf_bounds.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// The corners of a tumbled triangle in the aligned frame; the fourth lanes are zero.
using MovedCorners = std::array<Float4, 3>;

// All points x of a moved triangle, in counts of the aligned tree's grid: low <= normal . x <= high. The roundings of parts() are
// allowed for.
struct LeafSlab {
  Float4 normal{};
  float low = -__builtin_inff(), high = __builtin_inff();

  LeafSlab() = default;
  // All of space, if the normal is so short or so long that products might underflow or overflow.
  LeafSlab(const MovedCorners& corners, const LeafBounds& bounds, const CompactGrid& grid);

  // The box of an aligned node, of minima and of maxima with the opposite sign, lies on one side. Both sums have the same terms,
  // each once at its least and once at its most.
  template <typename Tumbling>
  bool parts(const CompactVolume& aligned) const {
    const auto* counts = reinterpret_cast<const std::int16_t*>(&aligned);
    const Float4 p = normal * widened(counts), q = -normal * widened(counts + Tumbling::kHalfK);
    const Float4 least = select(p < q, p, q), most = select(p < q, q, p);
    return (least[0] + least[1]) + least[2] > high || (most[0] + most[1]) + most[2] < low;
  }
};

}  // namespace collisionchip
