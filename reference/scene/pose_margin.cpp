#include "collisionchip/reference/scene/pose_margin.h"

#include <algorithm>

namespace collisionchip {

namespace {

constexpr double kHalfStep = 0x1p-24;  // relative error of rounding to float32

double largest_coordinate(const Matrix3& m) {
  const auto sum_abs = [](const Vec3d& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
  return std::max({sum_abs(m[0]), sum_abs(m[1]), sum_abs(m[2])});
}

// The largest entry of R X - I.
double defect_of_inverse(const Matrix3& rows, const Matrix3& undo) {
  double defect = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = {undo[0][j], undo[1][j], undo[2][j]};
      const double entry = dot(rows[i], column) - (static_cast<int>(i) == j ? 1.0 : 0.0);
      defect = std::max(defect, std::isfinite(entry) ? std::abs(entry) : HUGE_VAL);
    }
  }
  return defect;
}

}  // namespace

MatrixNorms MatrixNorms::of(const Matrix3& rows) {
  const Matrix3 undo = collisionchip::inverse(rows);
  MatrixNorms norms{largest_coordinate(rows), largest_coordinate(undo)};
  if (!(3 * defect_of_inverse(rows, undo) < kHalfStep / 2 * norms.own * norms.inverse))
    norms.inverse = HUGE_VAL;
  return norms;
}

void PoseMargin::add(const MatrixNorms& norms, const Vec3d& t, double reach) {
  largest_.own = std::max(largest_.own, norms.own);
  largest_.inverse = std::max(largest_.inverse, norms.inverse);
  reach_ = std::max(reach_, reach);
  for (int axis = 0; axis < 3; ++axis) {
    low_[axis] = std::min(low_[axis], t[axis]);
    high_[axis] = std::max(high_[axis], t[axis]);
  }
}

// With X the inverse of Ra as it was computed, N and M the largest norms of a matrix and of an inverse, B the largest
// coordinate of an object and S the largest way between two: the twelve numbers are off X Rb and X (tb - ta) by at most u of
// themselves, which Ra makes N (u M N B + u M S) of. Ra X is off the identity by the defect, and the sums in double by far
// less than u: as much again is enough for both, if the defect is small.
double PoseMargin::value() const {
  const Vec3d way = high_ - low_;
  const double longest = std::max({way.x, way.y, way.z, 0.0});
  const double margin = 2 * kHalfStep * largest_.own * largest_.inverse * (largest_.own * reach_ + longest) +
                        0x1p-146 * largest_.own * (1 + reach_);  // where float32 has no digits left
  return std::isnan(margin) ? HUGE_VAL : margin;
}

int PoseMargin::longest_way() const {
  const Vec3d way = high_ - low_;
  return way.x >= way.y && way.x >= way.z ? 0 : way.y >= way.z ? 1 : 2;
}

}  // namespace collisionchip
