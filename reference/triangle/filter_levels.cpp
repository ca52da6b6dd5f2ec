#include "collisionchip/reference/triangle/filter_levels.h"

#include <stdexcept>

#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

std::array<CombinedRow, 3> combine(const TriangleRecord& tumbled, const FrameMatrices& frames) {
  // Above 4 times 1.25 * (1 + 2^-9): E of the chip, |y| / 4 included.
  constexpr float kRaised = 5.02f;
  // What underflows in a factor is covered by the first three; the last is four times the least E.
  constexpr Float4 kLeast = {0x1p-100f, 0x1p-100f, 0x1p-100f, 0x1p-38f};
  constexpr float kLeastOfFirstStage = 0x1p-112f;
  // A first stage beyond 2^121, which might overflow, makes a bound that counts as infinite.
  constexpr float kLeastFactor = 0x1p-60f;
  const auto row4 = [](const std::array<float, 4>& row) { return load4(row.data()); };
  const auto bounds = [&](int j) {
    const Float4 m = magnitude(row4(frames.to_tumbled[static_cast<std::size_t>(j)]));
    return Float4{m[0], m[1], m[2],
                  frames.to_tumbled_bound[static_cast<std::size_t>(j)] + kLeastOfFirstStage};
  };
  const Float4 n[3] = {row4(frames.to_tumbled[0]), row4(frames.to_tumbled[1]), row4(frames.to_tumbled[2])};
  const Float4 b[3] = {bounds(0), bounds(1), bounds(2)};
  std::array<CombinedRow, 3> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::array<float, 4>& u = tumbled.to_unit[i];
    const auto sum = [](const Float4(&m)[3], Float4 u0, Float4 u1, Float4 u2, Float4 offset) {
      return ((u0 * m[0] + u1 * m[1]) + u2 * m[2]) + offset;
    };
    const Float4 u0 = broadcast(u[0]), u1 = broadcast(u[1]), u2 = broadcast(u[2]);
    rows[i].factors = sum(n, u0, u1, u2, Float4{0, 0, 0, u[3]});
    const Float4 sums = sum(b, magnitude(u0) + kLeastFactor, magnitude(u1) + kLeastFactor,
                            magnitude(u2) + kLeastFactor, Float4{0, 0, 0, tumbled.bound[i]}) *
                        kRaised;
    rows[i].magnitudes = select(sums < kLeast, kLeast, sums);
  }
  return rows;
}

bool filter_level_present(FilterLevel level) {
  return find_filter(level) != nullptr;
}

FilterLevel widest_filter_level() {
  static const FilterLevel widest = [] {
    FilterLevel found = FilterLevel::four;
    for (const FilterLevel level : kFilterLevels) {
      if (filter_level_present(level)) found = level;
    }
    return found;
  }();
  return widest;
}

BatchFilter batch_filter(FilterLevel level) {
  const BatchFilter filter = find_filter(level);
  if (filter == nullptr) throw std::invalid_argument("this processor has no vectors of that width");
  return filter;
}

}  // namespace collisionchip
