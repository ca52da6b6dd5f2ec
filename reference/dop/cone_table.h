// The cones of a set of directions by where they lie on a cube: found at once instead of by trying all.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/dop/dop_directions.h"

namespace collisionchip {

class ConeTable {
 public:
  explicit ConeTable(int k);

  int k() const { return directions_.k(); }
  // A cone that holds b, the one of DopDirections if the table has none.
  const Cone& cone_of(const Vec3d& b) const;

 private:
  static constexpr std::size_t kCells = 8, kMost = 4;
  // What some points of a cell lie in.
  struct Cell {
    std::array<const Cone*, kMost> cones{};
  };

  static std::size_t cell_of(const Vec3d& b);
  void add(const Vec3d& b);

  const DopDirections& directions_;
  std::vector<Cell> cells_;  // six faces
};

// The shared, immutable instance for k; made when it is first asked for.
const ConeTable& cone_table(int k);

}  // namespace collisionchip
