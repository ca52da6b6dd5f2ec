#include "collisionchip/reference/answer/root_boxes.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/answer/double_lanes.h"

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

// Two numbers at once, of the two boxes that each object has.
using Vec3Pair = Vec3<Double2>;

Vec3Pair both(const Vec3d& p, const Vec3d& q) {
  return {Double2{p.x, q.x}, Double2{p.y, q.y}, Double2{p.z, q.z}};
}
Vec3Pair sizes(const Vec3Pair& v) {
  return {magnitude(v.x), magnitude(v.y), magnitude(v.z)};
}
Double2 dot(const Vec3Pair& p, const Vec3Pair& q) {
  return (p.x * q.x + p.y * q.y) + p.z * q.z;
}
Double2 magnitudes(const Vec3Pair& v) {
  const Vec3Pair size = sizes(v);
  return (size.x + size.y) + size.z;
}

using MatrixPair = std::array<Vec3Pair, 3>;

Vec3Pair operator*(const MatrixPair& m, const Vec3Pair& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
MatrixPair both(const Matrix3& p, const Matrix3& q) {
  return {both(p[0], q[0]), both(p[1], q[1]), both(p[2], q[2])};
}

// Two of A's boxes and two of B's, by twos in the frames of A's: B's are parallelepipeds, whatever the matrix is.
class BoxPairs {
 public:
  BoxPairs(const RootBoxes& a, const RootBoxes& b, const Pose& pose)
      : a_half_(both(a.along_coordinates.half, a.along_main_axes.half)) {
    const Matrix3 rows{Vec3d{pose.r[0][0], pose.r[0][1], pose.r[0][2]},
                       Vec3d{pose.r[1][0], pose.r[1][1], pose.r[1][2]},
                       Vec3d{pose.r[2][0], pose.r[2][1], pose.r[2][2]}};
    const MatrixPair moving = both(rows, rows),
                     a_axes = both(a.along_coordinates.axes, a.along_main_axes.axes),
                     b_axes = both(b.along_coordinates.axes, b.along_main_axes.axes);
    const Vec3Pair t = both(to_double(pose.t), to_double(pose.t)),
                   a_centre = both(a.along_coordinates.centre, a.along_main_axes.centre),
                   b_centre = both(b.along_coordinates.centre, b.along_main_axes.centre),
                   b_half = both(b.along_coordinates.half, b.along_main_axes.half);
    between_ = a_axes * ((moving * b_centre + t) - a_centre);
    const Double2 reach = magnitudes(b_centre) + magnitudes(b_half);
    slack_ = kRounding * (((magnitudes(moving[0]) + magnitudes(moving[1])) + magnitudes(moving[2])) * reach +
                          ((magnitudes(t) + magnitudes(a_centre)) + magnitudes(a_half_)));
    b_sides_ = {b_half.x * (a_axes * (moving * b_axes[0])), b_half.y * (a_axes * (moving * b_axes[1])),
                b_half.z * (a_axes * (moving * b_axes[2]))};
  }

  // Either of the two, by A's axes and by B's sides.
  bool apart() const {
    const Vec3Pair reach = a_half_ + ((sizes(b_sides_[0]) + sizes(b_sides_[1])) + sizes(b_sides_[2])),
                   size = sizes(between_);
    if (any((size.x > reach.x + slack_) | (size.y > reach.y + slack_) | (size.z > reach.z + slack_)))
      return true;
    if (any(apart_along(b_sides_[0]) | apart_along(b_sides_[1]) | apart_along(b_sides_[2]))) return true;
    Mask across{};
    for (const Vec3Pair& side : b_sides_) across |= apart_across(side);
    return any(across);
  }

 private:
  using Mask = decltype(Double2{} > Double2{});

  static bool any(Mask mask) { return (mask[0] | mask[1]) != 0; }

  // Along whatever direction.
  Mask apart_along(const Vec3Pair& n) const {
    const Vec3Pair size = sizes(n);
    const Double2 reach =
        dot(size, a_half_) +
        ((magnitude(dot(n, b_sides_[0])) + magnitude(dot(n, b_sides_[1]))) + magnitude(dot(n, b_sides_[2])));
    return magnitude(dot(n, between_)) > reach + slack_ * ((size.x + size.y) + size.z);
  }
  // Along what is square to an axis of A and a side of B.
  Mask apart_across(const Vec3Pair& s) const {
    const Double2 none{};
    return apart_along({none, -s.z, s.y}) | apart_along({s.z, none, -s.x}) | apart_along({-s.y, s.x, none});
  }

  Vec3Pair a_half_, between_;
  MatrixPair b_sides_;
  Double2 slack_;
};

}  // namespace

RootBoxes RootBoxes::of(const std::vector<TriangleRecord>& triangles) {
  return {box_along(RootBox{}.axes, triangles), box_along(main_axes(spread_of(triangles)), triangles)};
}

bool roots_apart(const RootBoxes& a, const RootBoxes& b, const Pose& pose) {
  return BoxPairs(a, b, pose).apart();
}

}  // namespace collisionchip
