// The cone of a vector in whole numbers: the cones of sorted_cones.h, without a search.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/groups/group_grid.h"

namespace collisionchip {

using WholeVector = std::array<std::int64_t, 3>;

// The directions of a set with axes, and the numbers of directed ones (dop_directions.h).
class WholeNormals {
 public:
  explicit WholeNormals(int k);

  int k() const { return k_; }
  int half() const { return k_ / 2; }
  const WholeVector& normal(int i) const { return normals_[static_cast<std::size_t>(i)]; }
  // The number of a direction with coordinates -1, 0 and 1; -1: the set has no such direction.
  int number(const WholeVector& n) const { return numbers_[place(n)]; }

 private:
  static std::size_t place(const WholeVector& n) {
    return static_cast<std::size_t>(9 * (n[0] + 1) + 3 * (n[1] + 1) + n[2] + 1);
  }

  int k_;
  std::array<WholeVector, kMostDirections> normals_{};
  std::array<int, 27> numbers_{};
};
// The shared, immutable instance for k: 6, 14, 18, 24 or 26.
const WholeNormals& whole_normals(int k);

// Twice the vector as a sum of three directed normals, none with a factor below 0.
struct HalfShares {
  std::array<std::uint8_t, 3> j{};
  WholeVector factor{};
};
HalfShares half_shares(int k, const WholeVector& vector);

}  // namespace collisionchip
