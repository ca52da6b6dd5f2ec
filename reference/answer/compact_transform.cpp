#include "collisionchip/reference/answer/compact_transform.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

// What rounding may take away in float32, relative to the sum of the terms' magnitudes: three roundings of each and one of its
// factor, twice.
constexpr double kRounding = 8 * 0x1p-24;
constexpr double kMostCount = 32768;

}  // namespace

// A coefficient of the tumbled node is origin + count / scale, further out than the node itself. With that the row's value, as a
// count of the aligned grid, is a sum of counts again; beyond float32 it counts as most.
CompactTransform::CompactTransform(const DopTransform& transform, const CompactGrid& tumbled,
                                   const CompactGrid& aligned) {
  for (int i = 0; i < transform.k; ++i) {
    const DopTransformRow& row = transform.rows[static_cast<std::size_t>(i)];
    const std::size_t to = row.destination;
    const double scale = aligned.scale(to);
    double sum = double{row.offset} - aligned.origin(to), reach = std::abs(sum * scale);
    for (std::size_t m = 0; m < 3; ++m) {
      const std::size_t from = row.j[m];
      const auto factor = static_cast<float>(scale * row.c[m] * tumbled.step(from));
      sum += double{row.c[m]} * tumbled.origin(from);
      reach += std::abs(double{factor}) * kMostCount + std::abs(scale * row.c[m] * tumbled.origin(from));
      c[m][to] = factor;
      j[m][to] = row.j[m];
    }
    const double most = scale * sum + kRounding * reach;
    offset[to] = reach < 0x1p100 ? static_cast<float>(most) : HUGE_VALF;
  }
}

}  // namespace collisionchip
