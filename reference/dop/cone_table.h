// The cones of a set of directions by where they lie: found at once instead of by trying all.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/dop/dop_directions.h"

namespace collisionchip {

class ConeTable {
 public:
  explicit ConeTable(int k);

  const DopDirections& directions() const { return directions_; }
  int k() const { return directions_.k(); }

  // A cone that holds b. Where two meet it may be another one than that of DopDirections.
  const Cone& cone_of(const Vec3d& b) const {
    const Chamber& chamber = chambers_[chamber_of(b)];
    std::size_t i = 0;
    while (i + 1 < chamber.count && !holds(*chamber.cones[i], b)) ++i;
    return *chamber.cones[i];
  }

 private:
  static constexpr std::size_t kMost = 3;
  // The directions whose coordinates have the same signs and the same order by size, and the cones that cover them: one
  // that is not in the others is in the last.
  struct Chamber {
    std::array<const Cone*, kMost> cones{};
    std::size_t count = 0;
  };

  static bool holds(const Cone& cone, const Vec3d& b, double least = 0) {
    return dot(cone.inverse[0], b) >= least && dot(cone.inverse[1], b) >= least &&
           dot(cone.inverse[2], b) >= least;
  }
  // Numbers that are none come into some chamber.
  static std::size_t chamber_of(const Vec3d& b) {
    const double x = std::abs(b.x), y = std::abs(b.y), z = std::abs(b.z);
    return std::size_t{b.x < 0} | std::size_t{b.y < 0} << 1 | std::size_t{b.z < 0} << 2 |
           std::size_t{x < y} << 3 | std::size_t{y < z} << 4 | std::size_t{x < z} << 5;
  }

  void fill(std::size_t signs, const std::array<int, 3>& order);

  const DopDirections& directions_;
  std::array<Chamber, 64> chambers_;
};

// The shared, immutable instance for k; made when it is first asked for.
const ConeTable& cone_table(int k);

}  // namespace collisionchip
