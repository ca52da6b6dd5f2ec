#include "collisionchip/reference/answer/root_boxes.h"

#include <array>
#include <cmath>

namespace collisionchip {

namespace {

// Far more than the roundings of what follows: some 40 operations in double, each relative to the terms whose magnitudes are
// added up in `reach`.
constexpr double kRounding = 0x1p-44;

struct Box {
  Vec3d centre, half;
};

Box box_of(const DopTree& tree) {
  const auto& d = tree.root().d;
  const auto maxima = static_cast<std::size_t>(tree.k() / 2);
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = d[static_cast<std::size_t>(axis)], high = d[maxima + static_cast<std::size_t>(axis)];
    box.centre[axis] = 0.5 * (low + high);
    box.half[axis] = 0.5 * (high - low);
  }
  return box;
}

double magnitude_dot(const Vec3d& n, const Vec3d& v) {
  return std::abs(n.x * v.x) + std::abs(n.y * v.y) + std::abs(n.z * v.z);
}

// Both boxes as they lie in A's frame: B's is a parallelepiped, whatever the matrix is.
class Boxes {
 public:
  Boxes(const Box& a, const Box& b, const Pose& pose) : a_half_(a.half) {
    const Vec3d t = to_double(pose.t);
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const auto& row = pose.r[static_cast<std::size_t>(axis)];
      const Vec3d r{row[0], row[1], row[2]};
      between_[axis] = (dot(r, b.centre) + t[axis]) - a.centre[axis];
      largest += magnitude_dot(r, b.centre) + std::abs(t[axis]) + std::abs(a.centre[axis]) + a.half[axis] +
                 magnitude_dot(r, b.half);
      for (std::size_t side = 0; side < 3; ++side)
        b_sides_[side][axis] = b.half[static_cast<int>(side)] * row[side];
    }
    slack_ = kRounding * largest;
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
    const double reach =
        magnitude_dot(n, a_half_) +
        (std::abs(dot(n, b_sides_[0])) + std::abs(dot(n, b_sides_[1])) + std::abs(dot(n, b_sides_[2])));
    return std::abs(dot(n, between_)) > reach + slack_ * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z));
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

bool roots_apart(const DopTree& a, const DopTree& b, const Pose& pose) {
  if (a.k() == 8 || a.k() == 12 || a.k() != b.k()) return false;  // no axes among the directions
  return Boxes(box_of(a), box_of(b), pose).apart();
}

}  // namespace collisionchip
