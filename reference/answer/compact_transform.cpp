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
    const std::size_t to = row.destination, two_rows = to / 2, lane = 2 * (to % 2);
    const double scale = aligned.scale(to);
    double sum = double{row.offset} - aligned.origin(to), reach = std::abs(sum * scale);
    TwoRows& rows = rows_[two_rows];
    for (std::size_t m = 0; m < 3; ++m) {
      const std::size_t j = row.j[m];
      const auto factor = static_cast<float>(scale * row.c[m] * tumbled.step(j));
      sum += double{row.c[m]} * tumbled.origin(j);
      reach += std::abs(double{factor}) * kMostCount + std::abs(scale * row.c[m] * tumbled.origin(j));
      const auto at = static_cast<int>(lane);
      rows.c[m][at] = rows.c[m][at + 1] = factor;
      rows.j[m][lane / 2] = row.j[m];
    }
    const double offset = scale * sum + kRounding * reach;
    const float most = reach < 0x1p100 ? static_cast<float>(offset) : HUGE_VALF;
    rows.offset[static_cast<int>(lane)] = rows.offset[static_cast<int>(lane) + 1] = most;
  }
}

}  // namespace collisionchip
