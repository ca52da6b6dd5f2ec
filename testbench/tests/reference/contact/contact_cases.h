// Pairs of triangles as parts have them where they touch: two surfaces that lie flush after any turn, doubled surfaces, shapes
// that are scaled and sheared, far from the origin, nearly degenerate.
#pragma once

#include <cmath>
#include <vector>

#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip::testing_support {

// A turn about an axis by float32 numbers: what lies in a plane across the axis stays in it, exactly.
inline Pose turn_about(Random& random, std::size_t axis) {
  const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
  const double angle = random.uniform(0, 6.3);
  Pose pose;
  pose.r[x][x] = pose.r[y][y] = static_cast<float>(std::cos(angle));
  pose.r[x][y] = -static_cast<float>(std::sin(angle));
  pose.r[y][x] = static_cast<float>(std::sin(angle));
  pose.t[static_cast<int>(x)] = static_cast<float>(random.uniform(-1, 1));
  pose.t[static_cast<int>(y)] = static_cast<float>(random.uniform(-1, 1));
  return pose;
}

// Corners about the origin; the first `flat` corners have the same height along the axis. Coordinates have all bits with
// `fine`, otherwise few.
inline Corners flush_corners(Random& random, int axis, int flat, float height, bool fine) {
  Corners corners;
  for (int c = 0; c < 3; ++c) {
    auto& corner = corners[static_cast<std::size_t>(c)];
    for (int i = 0; i < 3; ++i)
      corner[i] =
          fine ? static_cast<float>(random.uniform(-1, 1)) : static_cast<float>(random.below(33) - 16) / 16;
    if (c < flat) corner[axis] = height;
  }
  return corners;
}

// Face on face, edge on face, corner on face, in a plane across an axis.
inline Case flush_turned(Random& random) {
  Case c;
  const int axis = random.below(3);
  c.pose = turn_about(random, static_cast<std::size_t>(axis));
  const auto height = static_cast<float>(random.below(5) - 2),
             lift = static_cast<float>(random.below(9) - 4) / 8;
  c.a = flush_corners(random, axis, 3 - (random.below(4) == 0 ? 1 : 0), height, random.below(2) == 0);
  c.b = flush_corners(random, axis, 1 + random.below(3), height - lift, random.below(2) == 0);
  c.pose.t[axis] = lift;
  return c;
}

// The same plane after both objects and the space between them are scaled along each axis and sheared.
inline Case flush_sheared(Random& random) {
  Case c = flush_turned(random);
  // x += s y keeps flat what is flat: the same whole number for A, and for B behind its pose.
  const std::size_t x = static_cast<std::size_t>(random.below(3)),
                    y = (x + 1 + static_cast<std::size_t>(random.below(2))) % 3;
  const auto s = static_cast<float>(random.below(7) - 3);
  for (Vec3f& corner : c.a) corner[static_cast<int>(x)] += s * corner[static_cast<int>(y)];
  for (std::size_t j = 0; j < 3; ++j) c.pose.r[x][j] += s * c.pose.r[y][j];
  c.pose.t[static_cast<int>(x)] += s * c.pose.t[static_cast<int>(y)];
  for (int i = 0; i < 3; ++i) {
    const float scale = std::ldexp(1.0f, random.below(9) - 4);
    for (Vec3f& corner : c.a) corner[i] *= scale;
    for (float& entry : c.pose.r[static_cast<std::size_t>(i)]) entry *= scale;
    c.pose.t[i] *= scale;
  }
  return c;
}

// A triangle and a second one, which is the same or shares an edge or a corner, turned to the same place or near it.
inline Case doubled(Random& random) {
  Case c;
  c.pose = turn_about(random, static_cast<std::size_t>(random.below(3)));
  if (random.below(2) == 0) c.pose = signed_permutation(random);
  c.a = c.b = flush_corners(random, 0, 0, 0, random.below(2) == 0);
  for (Vec3f& corner : c.a) {
    const Vec3d from = to_double(corner);
    Vec3d moved;
    for (int i = 0; i < 3; ++i) {
      const auto& row = c.pose.r[static_cast<std::size_t>(i)];
      moved[i] = dot({row[0], row[1], row[2]}, from) + c.pose.t[i];
    }
    corner = to_float(moved);
  }
  const int kept = random.below(4);
  for (int i = kept; i < 3; ++i) {
    for (int k = 0; k < 3; ++k)
      c.b[static_cast<std::size_t>(i)][k] = static_cast<float>(random.below(33) - 16) / 16;
  }
  return c;
}

// Far from the origin of both frames, where the steps of float32 are large.
inline Case flush_far_away(Random& random) {
  Case c = flush_turned(random);
  const int axis = random.below(3);
  const float away = std::ldexp(static_cast<float>(random.below(15) + 1), 6 + random.below(10));
  for (Vec3f& corner : c.a) corner[axis] += away;
  c.pose.t[axis] += away;
  return c;
}

// A corner that was meant to be 0 and is 1e-17 instead, as some files have it.
inline Case nearly_zero(Random& random) {
  Case c = flush_turned(random);
  for (Corners* const corners : {&c.a, &c.b}) {
    for (Vec3f& corner : *corners) {
      for (int i = 0; i < 3; ++i) {
        if (random.below(6) == 0) corner[i] = std::ldexp(static_cast<float>(random.uniform(-1, 1)), -55);
      }
    }
  }
  return c;
}

// A triangle of hardly any height, and another one through it, at its edge or past it.
inline Case nearly_degenerate(Random& random) {
  Case c = flush_turned(random);
  const float part = static_cast<float>(random.below(17)) / 16;
  Corners& thin = random.below(2) == 0 ? c.a : c.b;
  for (int i = 0; i < 3; ++i) thin[2][i] = thin[0][i] + part * (thin[1][i] - thin[0][i]);
  if (random.below(3) != 0) {
    const int i = random.below(3);
    thin[2][i] = std::nextafter(thin[2][i], random.below(2) == 0 ? 2.0f : -2.0f);
  }
  return c;
}

// Both in one plane after a turn, side by side, one in the other or apart.
inline Case in_one_plane(Random& random) {
  Case c;
  const int axis = random.below(3);
  c.pose = turn_about(random, static_cast<std::size_t>(axis));
  const bool fine = random.below(2) == 0;
  c.a = flush_corners(random, axis, 3, 0.5f, fine);
  c.b = flush_corners(random, axis, 3, 0.5f, fine);
  c.pose.t[(axis + 1) % 3] += static_cast<float>(random.below(5) - 2) / 2;
  return c;
}

// An edge of B crosses an edge of A, after a turn that keeps the plane of both.
inline Case edges_cross(Random& random) {
  Case c = flush_turned(random);
  const auto height = c.a[0];
  c.b[0] = {height.x - 1, height.y, height.z};
  c.b[1] = {height.x + 1, height.y, height.z};
  return c;
}

inline const std::vector<Family>& contact_families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> made = families();
    for (const Family& family :
         {Family{"flush, turned", flush_turned}, Family{"flush, sheared", flush_sheared},
          Family{"doubled", doubled}, Family{"flush, far away", flush_far_away},
          Family{"nearly zero", nearly_zero}, Family{"nearly degenerate", nearly_degenerate},
          Family{"edges that cross", edges_cross}, Family{"in one plane", in_one_plane}})
      made.push_back(family);
    return made;
  }();
  return all;
}

}  // namespace collisionchip::testing_support
