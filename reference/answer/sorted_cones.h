// The cones of a set of directions by the order and the signs of a vector's coordinates, two vectors side by side: without a
// search and without a branch. What a query has to find first (docs/dop_unit.md, "In counts").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "collisionchip/reference/answer/double_lanes.h"
#include "collisionchip/reference/dop/dop_directions.h"

namespace collisionchip {

class SortedCones {
 public:
  // Three directed normals, and those opposite to them.
  struct Triple {
    std::array<std::uint8_t, 4> j{}, opposite{};  // the last of each is none
  };
  // Two vectors as sums of directed normals: lambda[m] times that of number j[m].
  struct Found {
    std::array<Double2, 3> lambda;  // none is negative
    std::array<const Triple*, 2> cones;
  };

  // The set must have axes.
  explicit SortedCones(int k);

  const DopDirections& directions() const { return directions_; }
  // One coordinate of normals i and i + 1; zero beyond the last normal.
  Double2 normals(std::size_t axis, std::size_t i) const {
    return Double2{normals_[axis][i], normals_[axis][i + 1]};
  }
  Found find(Double2 x, Double2 y, Double2 z) const;

 private:
  // What the set has in addition to its axes.
  enum class Kind { axes, corners, edges };
  // The cones of one order and one octant: two if there is no corner between edges.
  struct Octant {
    std::int64_t corner = 0;  // all ones: the set has its corner, and edges
    std::array<Triple, 2> cones{};
  };

  Octant octant(const std::array<int, 3>& order, const std::array<double, 3>& signs) const;

  const DopDirections& directions_;
  Kind kind_;
  std::array<std::array<double, kMaxK / 2 + 1>, 3> normals_{};
  std::array<Octant, 64> octants_;  // by three comparisons and three signs
};

// The shared, immutable instance for k; made when it is first asked for. Null where an answer is the mirror's: for directions
// without axes, and for all of them.
const SortedCones* sorted_cones(int k);

}  // namespace collisionchip
