// Poses and objects for the tests of registers in whole numbers, and where points come to be, in exact fractions.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "collisionchip/reference/groups/pose_registers.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip::testing_support {

using Fraction = mpq_class;
using FractionVector = std::array<Fraction, 3>;

inline Fraction power_of_two(int exponent) {
  Fraction one = 1;
  if (exponent >= 0) {
    mpq_mul_2exp(one.get_mpq_t(), one.get_mpq_t(), static_cast<unsigned long>(exponent));
  } else {
    mpq_div_2exp(one.get_mpq_t(), one.get_mpq_t(), static_cast<unsigned long>(-exponent));
  }
  return one;
}

// The map of a side without any rounding.
class ExactMap {
 public:
  ExactMap(const Pose& pose, TumbledSide side) : side_(side) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) r_[i][j] = Fraction(pose.r[i][j]);
      t_[i] = Fraction(pose.t[static_cast<int>(i)]);
    }
    for (std::size_t j = 0; j < 3; ++j) determinant_ += r_[0][j] * cofactor(0, j);
  }
  bool exists() const { return side_ == TumbledSide::b || determinant_ != 0; }

  FractionVector operator()(const Vec3f& x) const {
    return of_fractions({Fraction(x.x), Fraction(x.y), Fraction(x.z)});
  }
  FractionVector of_fractions(FractionVector from) const {
    FractionVector y;
    for (std::size_t i = 0; i < 3 && side_ == TumbledSide::a; ++i) from[i] -= t_[i];
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        y[i] += side_ == TumbledSide::b ? Fraction(r_[i][j] * from[j])
                                        : Fraction(cofactor(j, i) * from[j] / determinant_);
      if (side_ == TumbledSide::b) y[i] += t_[i];
    }
    return y;
  }

 private:
  Fraction cofactor(std::size_t i, std::size_t j) const {
    const std::size_t p = (i + 1) % 3, q = (i + 2) % 3, s = (j + 1) % 3, t = (j + 2) % 3;
    return r_[p][s] * r_[q][t] - r_[p][t] * r_[q][s];
  }
  TumbledSide side_;
  std::array<std::array<Fraction, 3>, 3> r_;
  FractionVector t_;
  Fraction determinant_ = 0;
};

// Four points, and the grid of its root.
struct PoseObject {
  std::vector<Vec3f> points;
  GroupGrid grid;
  ObjectRecord record{};
};

inline DopNode point_dop(int k, const Vec3f& point) {
  return leaf_dop(k, {point, point, point}, 0);
}

inline PoseObject pose_object(int k, const std::vector<Vec3f>& points) {
  PoseObject object;
  object.points = points;
  DopNode root = point_dop(k, points[0]);
  for (const Vec3f& point : points) {
    const DopNode before = root;
    enclose(k, before, point_dop(k, point), root);
  }
  object.grid = make_group_grid(k, root);
  object.record = make_object_record(object.grid);
  return object;
}

struct PoseCase {
  Pose pose;
  PoseObject a, b;
  const PoseObject& tumbled(TumbledSide side) const { return side == TumbledSide::a ? a : b; }
  const PoseObject& aligned(TumbledSide side) const { return side == TumbledSide::a ? b : a; }
};

// Points of about 2^scale about a place 2^distance times as far away.
inline std::vector<Vec3f> points_about(Random& random, int scale, int distance, Vec3d& place) {
  place = std::ldexp(1.0, scale + distance) * random.point(distance == 0 ? 0 : 1);
  std::vector<Vec3f> points;
  for (int n = 0; n < 2; ++n) {
    Vec3d offset = std::ldexp(1.0, scale) * random.point(1), other = std::ldexp(1.0, scale) * random.point(1);
    if (random.below(4) == 0) offset[random.below(3)] *= 0x1p-30;
    if (random.below(2) == 0) other = -1.0 * offset;
    points.push_back(to_float(place + offset));
    points.push_back(to_float(place + other));
  }
  return points;
}

// A matrix whose last row is nearly the sum of the others: the smaller `scale`, the more so.
inline void make_nearly_singular(Random& random, int scale, Pose& pose) {
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t i = 0; i < 2; ++i) pose.r[i][j] = static_cast<float>(random.uniform(-1, 1));
    pose.r[2][j] = pose.r[0][j] + pose.r[1][j] + std::ldexp(static_cast<float>(random.uniform(-1, 1)), scale);
  }
}

// Objects that meet, under poses of all kinds.
inline PoseCase pose_case(Random& random, int k, int n) {
  const int kind = n % 10, scale = n % 3 == 0 ? 0 : random.below(41) - 20;
  PoseCase c;
  c.pose = kind == 6 ? signed_permutation(random) : random_pose(random, 0);
  if (kind == 4) make_nearly_singular(random, 0, c.pose);
  const int squeeze = kind == 5 ? -1 - random.below(22) : 0;
  const bool about_b = kind == 5 && n % 20 >= 10;  // A about the origin of B, so small that it fits there
  if (kind == 5) make_nearly_singular(random, squeeze, c.pose);
  if (kind == 7) {
    for (auto& row : c.pose.r) {
      for (float& entry : row) entry = std::ldexp(entry, random.below(4) == 0 ? -9 - random.below(30) : 0);
    }
  }
  const int size = kind == 8 ? random.below(81) - 40 : 0;
  for (auto& row : c.pose.r) {
    for (float& entry : row) entry = std::ldexp(entry, size);
  }
  Vec3d place_a, place_b;
  const int scale_b = scale + (kind == 3 ? random.below(41) - 20 : 0);
  c.b = pose_object(k, points_about(random, scale_b,
                                    !about_b && (kind == 1 || n % 20 >= 14) ? random.below(24) : 0, place_b));
  const int scale_a = scale + size + (about_b ? squeeze : 0);
  c.a = pose_object(k, points_about(random, scale_a, kind == 2 ? random.below(24) : 0, place_a));
  for (int i = 0; i < 3; ++i) {
    double moved = place_a[i] + std::ldexp(random.uniform(-1, 1), scale + size);
    for (int j = 0; j < 3; ++j)
      moved -= double{c.pose.r[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]} * place_b[j];
    c.pose.t[i] = static_cast<float>(moved);
  }
  if (about_b) c.pose.t = to_float(place_a);
  return c;
}

}  // namespace collisionchip::testing_support
