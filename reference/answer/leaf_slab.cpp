#include "collisionchip/reference/answer/leaf_slab.h"

#include <algorithm>

namespace collisionchip {

LeafSlab::LeafSlab(const MovedCorners& corners, const LeafBounds& bounds, const CompactGrid& grid) {
  constexpr float kShortest = 0x1p-60f, kLongest = 0x1p60f;
  const Float4 u = corners[1] - corners[0], v = corners[2] - corners[0];
  const Float4 square = shuffle<1, 2, 0, 3>(u, u) * shuffle<2, 0, 1, 3>(v, v) -
                        shuffle<2, 0, 1, 3>(u, u) * shuffle<1, 2, 0, 3>(v, v);
  const Float4 lengths = magnitude(square);
  const float length = (lengths[0] + lengths[1]) + lengths[2];
  if (!(length > kShortest && length < kLongest)) return;
  const Float4 slacks = lengths * bounds.slab_slack;
  const float slack = (slacks[0] + slacks[1]) + slacks[2];
  const Float4 origin{grid.origin(0), grid.origin(1), grid.origin(2), 0},
      step{static_cast<float>(grid.step(0)), static_cast<float>(grid.step(1)),
           static_cast<float>(grid.step(2)), 0};
  const auto along = [&](const Float4& p) {
    const Float4 terms = square * (p - origin);
    return (terms[0] + terms[1]) + terms[2];
  };
  const auto [least, most] = std::minmax({along(corners[0]), along(corners[1]), along(corners[2])});
  normal = square * step;
  low = least - slack;
  high = most + slack;
}

}  // namespace collisionchip
