#include "collisionchip/reference/dop/dop_directions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace collisionchip {

namespace {

const std::vector<Vec3d> kAxes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Vec3d> kEdges = {{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
const std::vector<Vec3d> kCorners = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};

void append(std::vector<Vec3d>& to, const std::vector<Vec3d>& from, std::size_t count) {
  to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
}

std::vector<Vec3d> normals_of(int k) {
  std::vector<Vec3d> normals;
  if (k == 8) return kCorners;
  if (k == 12) return kEdges;
  append(normals, kAxes, 3);
  if (k == 18 || k >= 24) append(normals, kEdges, 6);
  if (k == 24) append(normals, kCorners, 3);
  if (k == 14 || k == 26) append(normals, kCorners, 4);
  return normals;
}

}  // namespace

DopDirections::DopDirections(int k) : k_(k), normals_(normals_of(k)) {
  for (const Vec3d& n : normals_) inverse_lengths_.push_back(1 / std::sqrt(dot(n, n)));
  find_axis_pairs();
  find_cones();
}

void DopDirections::find_axis_pairs() {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Vec3d twice = 2.0 * kAxes[axis];
    for (int p = 0; p < k_; ++p) {
      for (int q = 0; q <= p; ++q) {
        if (directed(p) + directed(q) == twice && (p == q || !has_axes()))
          axis_pairs_[axis] = {{static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(q)}};
      }
    }
  }
}

// Every triple of unit normals whose plane has all others on one side is (part of) a facet of their hull.
// Facets with more than three corners yield several overlapping triples, which together cover the facet.
void DopDirections::find_cones() {
  constexpr double kCoplanar = 1e-9;
  std::vector<Vec3d> unit;
  unit.reserve(static_cast<std::size_t>(k_));
  for (int j = 0; j < k_; ++j) unit.push_back(inverse_length(j % half()) * directed(j));
  for (int a = 0; a < k_; ++a) {
    for (int b = a + 1; b < k_; ++b) {
      for (int c = b + 1; c < k_; ++c) {
        Vec3d plane = cross(unit[b] - unit[a], unit[c] - unit[a]);
        double distance = dot(plane, unit[a]);
        if (distance < 0) {
          plane = -1.0 * plane;
          distance = -distance;
        }
        if (distance < kCoplanar) continue;
        const bool facet = std::all_of(unit.begin(), unit.end(), [&](const Vec3d& other) {
          return dot(plane, other) <= distance + kCoplanar;
        });
        if (!facet) continue;
        const Vec3d na = directed(a), nb = directed(b), nc = directed(c);
        const double determinant = dot(na, cross(nb, nc));
        cones_.push_back(
            {{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)},
             {1 / determinant * cross(nb, nc), 1 / determinant * cross(nc, na),
              1 / determinant * cross(na, nb)}});
      }
    }
  }
}

const Cone& DopDirections::cone_of(const Vec3d& b) const {
  const Cone* best = &cones_.front();
  double best_least = -HUGE_VAL;
  for (const Cone& cone : cones_) {
    const double least =
        std::min({dot(cone.inverse[0], b), dot(cone.inverse[1], b), dot(cone.inverse[2], b)});
    if (least > best_least) {
      best_least = least;
      best = &cone;
    }
  }
  return *best;
}

const DopDirections& dop_directions(int k) {
  static const DopDirections sets[] = {DopDirections(6),  DopDirections(8),  DopDirections(12),
                                       DopDirections(14), DopDirections(18), DopDirections(24),
                                       DopDirections(26)};
  for (const DopDirections& set : sets) {
    if (set.k() == k) return set;
  }
  throw std::invalid_argument("k-DOP: k must be 6, 8, 12, 14, 18, 24 or 26, not " + std::to_string(k));
}

}  // namespace collisionchip
