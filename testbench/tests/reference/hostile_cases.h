// Objects and poses that a bound slightly too small loses: triangles whose sizes go over many powers of two and that meet
// in one point, in a plane or in a line, under maps that are no rotation, or not quite one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip::testing_support {

struct HostileCase {
  std::string name;
  Mesh a, b;
  Pose pose;
  std::vector<TrianglePair> pairs;  // every pair of triangles, decided exactly
};

constexpr int kHostileMaps = 8, kHostileShapes = 5;
constexpr const char* kHostileMapNames[] = {"identity",       "signed permutation",   "scale",
                                            "rotation",       "not quite a rotation", "shear",
                                            "scales by axis", "mirrored shear"};
constexpr const char* kHostileShapeNames[] = {"chain in a point", "chain beside a point", "needles", "plates",
                                              "tiny"};

inline Matrix3 rows_of(const Pose& pose) {
  Matrix3 rows;
  for (std::size_t i = 0; i < 3; ++i) rows[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  return rows;
}

// Condition 64 at most; a shear takes no entry to 0.
inline Pose hostile_map(Random& random, int kind) {
  Pose pose = kind == 1 || kind == 7                                          ? signed_permutation(random)
              : kind == 3 || kind == 4 || (kind == 6 && random.below(2) == 0) ? random_pose(random, 0)
                                                                              : Pose{};
  const auto power = [&](int least, int count) {
    return std::ldexp(random.below(2) == 0 ? 1.0f : -1.0f, least + random.below(count));
  };
  const auto turned = static_cast<std::size_t>(random.below(3));
  const float scale = random.below(2) == 0 ? std::ldexp(1.0f, random.below(17) - 8)
                                           : static_cast<float>(random.uniform(0.1, 10));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      float& entry = pose.r[i][j];
      if (kind == 2) entry *= scale;
      if (kind == 4) entry = static_cast<float>(entry * (1.0 + power(-20, 9)));
      if (kind == 6) entry *= std::ldexp(1.0f, j == turned ? 3 : j == (turned + 1) % 3 ? -3 : 0);
    }
  }
  if (kind == 5 || kind == 7) pose.r[turned][(turned + 1) % 3] += power(-14, kind == 7 ? 14 : 16);
  return pose;
}

// Offsets from the common point, with a size and a shape for each triangle.
inline Corners hostile_triangle(Random& random, int shape, double size) {
  // Few digits, so that contacts are exact where the map is.
  const auto coarse = [&] { return size * (random.below(17) - 8) / 8.0; };
  const auto point = [&] { return Vec3d{coarse(), coarse(), coarse()}; };
  if (shape == 1) return {to_float(point()), to_float(point()), to_float(point())};
  if (shape == 2) {
    const Vec3d along = 256.0 * point(), width = 0x1p-8 * point();
    return {to_float(along), to_float(-1.0 * along), to_float(width)};
  }
  if (shape == 3) {  // in the plane z = 0, often edge on edge
    const double x = coarse(), y = coarse();
    return {to_float({x, y, 0}), to_float({x + size, y, 0}), to_float({x, y + size, 0})};
  }
  return {Vec3f{}, to_float(point()), to_float(point())};
}

inline HostileCase hostile_case(Random& random, int map, int shape) {
  HostileCase c;
  c.name = std::string(kHostileMapNames[map]) + ", " + kHostileShapeNames[shape];
  c.pose = hostile_map(random, map);
  const int step = 1 + random.below(8), first = shape == 4 ? -60 - random.below(40) : 2;
  // The common point in A, and where it lies in B.
  Vec3d in_a;
  const int place = random.below(4);
  const auto whole = [&] {
    return Vec3d{random.below(9) - 4.0, random.below(9) - 4.0, random.below(9) - 4.0};
  };
  if (place > 1) in_a = whole();
  if (place == 3) in_a = 0x1p16 * in_a;
  if (place > 0 && shape != 4) c.pose.t = to_float(whole());
  if (place == 3) c.pose.t = to_float(in_a + to_double(c.pose.t));
  const Vec3d in_b = inverse(rows_of(c.pose)) * (in_a - to_double(c.pose.t));
  const auto chain = [&](const Vec3d& middle) {
    std::vector<Corners> triangles;
    for (int i = 0; i < 10; ++i) {
      Corners corners = hostile_triangle(random, shape, std::ldexp(1.0, first - step * i));
      for (Vec3f& corner : corners) corner = to_float(to_double(corner) + middle);
      triangles.insert(triangles.begin() + random.below(i + 1), corners);
    }
    return mesh_of(triangles);
  };
  c.a = chain(in_a);
  c.b = chain(in_b);
  for (std::uint32_t i = 0; i < c.a.triangle_count(); ++i) {
    for (std::uint32_t j = 0; j < c.b.triangle_count(); ++j) {
      if (triangles_intersect_exactly(c.a.corners(i), c.b.corners(j), c.pose)) c.pairs.push_back({i, j});
    }
  }
  return c;
}

// Every map with every shape, `seeds` times; COLLISIONCHIP_EXACT_CASES asks for more of them.
inline std::vector<HostileCase> hostile_cases(int seeds) {
  const char* wanted = std::getenv("COLLISIONCHIP_EXACT_CASES");
  if (wanted != nullptr) seeds = std::max(seeds, std::atoi(wanted) / 10000);
  Random random(2718);
  std::vector<HostileCase> cases;
  for (int seed = 0; seed < seeds; ++seed) {
    for (int map = 0; map < kHostileMaps; ++map) {
      for (int shape = 0; shape < kHostileShapes; ++shape) cases.push_back(hostile_case(random, map, shape));
    }
  }
  return cases;
}

}  // namespace collisionchip::testing_support
