// The directions of the aligned frame as a set of tumbled points is looked at along them, rounded outwards.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

inline double sum_of_magnitudes(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// The directions of one pose. A point x of the tumbled object is at n . y = b . x + n . t along a normal n, b = R^T n.
class TumbledDirections {
 public:
  // `root` bounds every point that is used, to within a millionth of the root's reach.
  TumbledDirections(int k, const RigidMap& map, const DopNode& root);

  int half() const { return half_; }
  const Vec3d& along(int i) const { return rows_[static_cast<std::size_t>(i)].b; }
  // More than what b . x of a point can be off.
  double slack(int i) const { return rows_[static_cast<std::size_t>(i)].slack; }

  // Least and largest b . x of the points, which may lie `margin` beyond (in the sense of |b| as a sum), become the
  // coefficients of a DOP in partner order that encloses the tumbled points. What overflows parts nothing.
  void store(int i, double least, double largest, double margin, PartnerDop& out) const {
    const Row& row = rows_[static_cast<std::size_t>(i)];
    const double slack = row.slack + margin * row.b_magnitude;
    out[static_cast<std::size_t>(i)] = round_up(largest + row.offset + slack);
    out[static_cast<std::size_t>(i) + static_cast<std::size_t>(half_)] =
        round_down(least + row.offset - slack);
  }

 private:
  struct Row {
    Vec3d b;
    double b_magnitude, offset, slack;
  };
  int half_;
  std::array<Row, kMaxK / 2> rows_;
};

}  // namespace collisionchip
