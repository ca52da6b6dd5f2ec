#include "collisionchip/reference/aabb/map_reach.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

Triple reach_of(const Aabb& root) {
  Triple reach;
  for (int i = 0; i < 3; ++i)
    reach[static_cast<std::size_t>(i)] =
        std::max(std::abs(double{root.low(i)}), std::abs(double{root.high(i)}));
  return reach;
}

}  // namespace

MapReach::MapReach(const RigidMap& map, const Aabb& source_root, const Aabb& other_root)
    : source(reach_of(source_root)), other(reach_of(other_root)) {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = static_cast<int>(i);
    t[i] = static_cast<float>(map.t[row]);
    moved[i] = std::abs(double{t[i]});
    error[i] = map.translation_error + std::abs(map.t[row] - double{t[i]});
    for (std::size_t j = 0; j < 3; ++j) {
      const double entry = map.rows[i][static_cast<int>(j)];
      r[i][j] = static_cast<float>(entry);
      moved[i] += std::abs(double{r[i][j]}) * source[j];
      error[i] += (map.row_error + std::abs(entry - double{r[i][j]})) * source[j];
    }
  }
}

double MapReach::largest() const {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double here = (moved[i] + other[i]) + (source[i] + error[i]);
    if (!(here < HUGE_VAL)) return HUGE_VAL;  // NaN is no bound
    largest = std::max(largest, here);
  }
  return largest;
}

Float4 MapReach::lanes_of(const Triple& margin, double largest) {
  const auto usable = [&](double value) {
    return largest < 0x1p120 ? round_up(value * (1 + 0x1p-20)) : HUGE_VALF;
  };
  return Float4{usable(margin[0]), usable(margin[1]), usable(margin[2]), HUGE_VALF};
}

}  // namespace collisionchip
