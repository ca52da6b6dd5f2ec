#include "collisionchip/reference/answer/root_boxes.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

// Far more than the roundings of what follows: some hundred operations in double, each relative to the terms whose magnitudes are
// added up.
constexpr double kRounding = 0x1p-42;

double magnitudes(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

Matrix3 transposed(const Matrix3& m) {
  Matrix3 t;
  for (std::size_t i = 0; i < 3; ++i)
    t[i] = {m[0][static_cast<int>(i)], m[1][static_cast<int>(i)], m[2][static_cast<int>(i)]};
  return t;
}

template <typename Function>
void for_each_corner(const std::vector<TriangleRecord>& triangles, const Function& function) {
  for (const TriangleRecord& triangle : triangles) {
    for (const Vec3f& corner : triangle.corners) function(to_double(corner));
  }
}

RootBox box_along(const Matrix3& axes, const std::vector<TriangleRecord>& triangles) {
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for_each_corner(triangles, [&](const Vec3d& corner) {
    const Vec3d along = axes * corner;
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], along[i]);
      high[i] = std::max(high[i], along[i]);
    }
  });
  RootBox box;
  box.axes = axes;
  box.centre = transposed(axes) * (0.5 * (low + high));
  const double slack = kRounding * (magnitudes(low) + magnitudes(high));
  for (int i = 0; i < 3; ++i) box.half[i] = 0.5 * (high[i] - low[i]) + slack;
  return box;
}

Matrix3 spread_of(const std::vector<TriangleRecord>& triangles) {
  Vec3d middle;
  for_each_corner(triangles, [&](const Vec3d& corner) { middle = middle + corner; });
  middle = 1 / (3.0 * static_cast<double>(triangles.size())) * middle;
  Matrix3 spread{};
  for_each_corner(triangles, [&](const Vec3d& corner) {
    const Vec3d d = corner - middle;
    for (int i = 0; i < 3; ++i)
      spread[static_cast<std::size_t>(i)] = spread[static_cast<std::size_t>(i)] + d[i] * d;
  });
  return spread;
}

// The axes along which a symmetric matrix is diagonal, by Jacobi's rotations.
Matrix3 main_axes(Matrix3 m) {
  Matrix3 axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  for (int turn = 0; turn < 24; ++turn) {
    const std::size_t p = turn % 3 == 2 ? 1 : 0, q = turn % 3 == 0 ? 1 : 2;
    const double off = m[p][static_cast<int>(q)];
    if (off == 0) continue;
    const double angle = 0.5 * std::atan2(2 * off, m[q][static_cast<int>(q)] - m[p][static_cast<int>(p)]);
    Matrix3 turned{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    turned[p][static_cast<int>(p)] = turned[q][static_cast<int>(q)] = std::cos(angle);
    turned[p][static_cast<int>(q)] = -std::sin(angle);
    turned[q][static_cast<int>(p)] = std::sin(angle);
    m = turned * m * transposed(turned);
    axes = turned * axes;
  }
  return axes;
}

// Both boxes in A's own frame: B's is a parallelepiped, whatever the matrix is.
class Boxes {
 public:
  Boxes(const RootBox& a, const RootBox& b, const Pose& pose) : a_half_(a.half) {
    const Matrix3 rows{Vec3d{pose.r[0][0], pose.r[0][1], pose.r[0][2]},
                       Vec3d{pose.r[1][0], pose.r[1][1], pose.r[1][2]},
                       Vec3d{pose.r[2][0], pose.r[2][1], pose.r[2][2]}};
    const Vec3d t = to_double(pose.t);
    between_ = a.axes * ((rows * b.centre + t) - a.centre);
    const double reach = magnitudes(b.centre) + magnitudes(b.half);
    slack_ = kRounding * ((magnitudes(rows[0]) + magnitudes(rows[1]) + magnitudes(rows[2])) * reach +
                          magnitudes(t) + magnitudes(a.centre) + magnitudes(a.half));
    for (std::size_t side = 0; side < 3; ++side)
      b_sides_[side] = b.half[static_cast<int>(side)] * (a.axes * (rows * b.axes[side]));
  }

  // By A's axes and by B's sides.
  bool apart() const {
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = a_half_[axis] + (std::abs(b_sides_[0][axis]) + std::abs(b_sides_[1][axis]) +
                                            std::abs(b_sides_[2][axis]));
      if (std::abs(between_[axis]) > reach + slack_) return true;
    }
    return apart_along(b_sides_[0]) || apart_along(b_sides_[1]) || apart_along(b_sides_[2]) ||
           apart_across_sides();
  }

 private:
  // Along whatever direction.
  bool apart_along(const Vec3d& n) const {
    const Vec3d size{std::abs(n.x), std::abs(n.y), std::abs(n.z)};
    const double reach = dot(size, a_half_) + (std::abs(dot(n, b_sides_[0])) + std::abs(dot(n, b_sides_[1])) +
                                               std::abs(dot(n, b_sides_[2])));
    return std::abs(dot(n, between_)) > reach + slack_ * (size.x + size.y + size.z);
  }
  // Along what is square to an axis of A and a side of B.
  bool apart_across_sides() const {
    for (const Vec3d& s : b_sides_) {
      if (apart_along({0, -s.z, s.y}) || apart_along({s.z, 0, -s.x}) || apart_along({-s.y, s.x, 0}))
        return true;
    }
    return false;
  }

  Vec3d a_half_, between_;
  std::array<Vec3d, 3> b_sides_;
  double slack_;
};

}  // namespace

RootBoxes RootBoxes::of(const std::vector<TriangleRecord>& triangles) {
  return {box_along(RootBox{}.axes, triangles), box_along(main_axes(spread_of(triangles)), triangles)};
}

bool roots_apart(const RootBox& a, const RootBox& b, const Pose& pose) {
  return Boxes(a, b, pose).apart();
}

bool roots_apart(const RootBoxes& a, const RootBoxes& b, const Pose& pose) {
  return roots_apart(a.along_coordinates, b.along_coordinates, pose) ||
         roots_apart(a.along_main_axes, b.along_main_axes, pose);
}

}  // namespace collisionchip
