// Records side by side: one number of each in a vector. Included by what is compiled for processors of its own.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "collisionchip/reference/arithmetic/lanes.h"

namespace collisionchip {

// Four numbers from `first` on of each lane's record, transposed: the first number of all lanes, and so on. `User`: a type of who
// asks, for those that have the same number of lanes at different levels.
template <int kLanes, typename User = void>
class Transposed {
 public:
  using Float = typename LanesOf<kLanes>::Float;
  using Records = std::array<const float*, kLanes>;

  Transposed(const Records& records, std::size_t first) {
    // Lanes in groups of four. A row: the numbers of one record in each group.
    const Float r0 = row(records, 0, first), r1 = row(records, 1, first), r2 = row(records, 2, first),
                r3 = row(records, 3, first);
    const Float low01 = alternating<0>(r0, r1, kAll), high01 = alternating<2>(r0, r1, kAll),
                low23 = alternating<0>(r2, r3, kAll), high23 = alternating<2>(r2, r3, kAll);
    columns_[0] = paired<0>(low01, low23, kAll);
    columns_[1] = paired<2>(low01, low23, kAll);
    columns_[2] = paired<0>(high01, high23, kAll);
    columns_[3] = paired<2>(high01, high23, kAll);
  }
  Float operator[](std::size_t number) const { return columns_[number]; }

 private:
  static constexpr std::make_integer_sequence<int, kLanes> kAll{};

  static Float row(const Records& records, std::size_t lane, std::size_t first) {
    return joined(records, lane, first, std::make_integer_sequence<int, kLanes / 4>{});
  }
  template <int... kGroup>
  static Float joined(const Records& records, std::size_t lane, std::size_t first,
                      std::integer_sequence<int, kGroup...>) {
    return join(load4(records[lane + 4 * kGroup] + first)...);
  }
  static Float join(Float4 a) { return a; }
  template <typename Quad>  // so that only who has these lanes compiles it
  static auto join(Quad a, Quad b) {
    return shuffle<0, 1, 2, 3, 4, 5, 6, 7>(a, b);
  }
  template <typename Quad>
  static auto join(Quad a, Quad b, Quad c, Quad d) {
    return shuffle<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(join(a, b), join(c, d));
  }
  // Each group is a, b, a, b: the numbers kFirst, then those after them.
  template <int kFirst, int... kLane>
  static Float alternating(Float a, Float b, std::integer_sequence<int, kLane...>) {
    return shuffle<(kLane / 4 * 4 + kFirst + kLane % 4 / 2 + kLane % 2 * kLanes)...>(a, b);
  }
  // Each group is a, a, b, b.
  template <int kFirst, int... kLane>
  static Float paired(Float a, Float b, std::integer_sequence<int, kLane...>) {
    return shuffle<(kLane / 4 * 4 + kFirst + kLane % 2 + kLane % 4 / 2 * kLanes)...>(a, b);
  }

  Float columns_[4];
};

}  // namespace collisionchip
