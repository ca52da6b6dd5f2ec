// Random numbers, objects and exact arithmetic for the tests of the reference. The same on every machine.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip::testing_support {

using Corners = std::array<Vec3f, 3>;

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;

  int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
  Vec3d point(double extent) {
    return {uniform(-extent, extent), uniform(-extent, extent), uniform(-extent, extent)};
  }
};

inline Vec3f to_float(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

inline Pose random_pose(Random& random, double distance) {
  const Vec3d t = random.point(distance);
  std::array<double, 7> numbers = {t.x, t.y, t.z};
  for (std::size_t i = 3; i < 7; ++i) numbers[i] = random.uniform(-1, 1);
  return pose_from_quaternion(numbers);
}

inline Mesh mesh_of(const std::vector<Corners>& triangles) {
  Mesh mesh;
  mesh.name = "test object";
  for (const Corners& corners : triangles) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

inline Corners random_triangle(Random& random, double extent, double size) {
  const Vec3d centre = random.point(extent);
  Corners corners;
  for (Vec3f& corner : corners) corner = to_float(centre + random.point(size));
  return corners;
}

// A soup of `count` triangles of about `size` in a cube of half side `extent`.
inline Mesh random_soup(Random& random, std::uint32_t count, double extent, double size) {
  std::vector<Corners> triangles;
  for (std::uint32_t i = 0; i < count; ++i) triangles.push_back(random_triangle(random, extent, size));
  return mesh_of(triangles);
}

// A closed surface: a torus of 2 * rings * sides triangles, outer radius 1.
inline Mesh torus(std::uint32_t rings, std::uint32_t sides) {
  Mesh mesh;
  mesh.name = "torus";
  constexpr double kTurn = 6.283185307179586;
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t s = 0; s < sides; ++s) {
      const double u = kTurn * r / rings, v = kTurn * s / sides, radius = 0.7 + 0.3 * std::cos(v);
      mesh.vertices.push_back(to_float({radius * std::cos(u), radius * std::sin(u), 0.3 * std::sin(v)}));
    }
  }
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t s = 0; s < sides; ++s) {
      const std::uint32_t a = r * sides + s, b = r * sides + (s + 1) % sides;
      const std::uint32_t c = (r + 1) % rings * sides + s, d = (r + 1) % rings * sides + (s + 1) % sides;
      mesh.triangles.push_back({a, c, b});
      mesh.triangles.push_back({b, c, d});
    }
  }
  return mesh;
}

// The exact sign of a sum of doubles (Shewchuk's growing expansion; no overflow or underflow for sums of
// products of float32).
class ExactSum {
 public:
  void add(double term) {
    std::vector<double> grown;
    for (const double part : parts_) {
      const double sum = term + part;
      const double virtual_part = sum - term;
      const double error = (term - (sum - virtual_part)) + (part - virtual_part);
      if (error != 0) grown.push_back(error);
      term = sum;
    }
    if (term != 0) grown.push_back(term);
    parts_ = grown;
  }
  int sign() const { return parts_.empty() ? 0 : parts_.back() > 0 ? 1 : -1; }

 private:
  std::vector<double> parts_;  // non-overlapping, the largest last
};

}  // namespace collisionchip::testing_support
