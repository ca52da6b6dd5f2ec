#include "collisionchip/reference/obb/obb_frame.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace collisionchip {

namespace {

using Covariance = Eigen::Matrix3d;

struct Range {
  const std::uint32_t *first, *last;

  const std::uint32_t* begin() const { return first; }
  const std::uint32_t* end() const { return last; }
  std::size_t size() const { return static_cast<std::size_t>(last - first); }
};

std::array<Vec3d, 3> corners_of(const Mesh& mesh, std::uint32_t triangle) {
  const std::array<Vec3f, 3> corners = mesh.corners(triangle);
  return {to_double(corners[0]), to_double(corners[1]), to_double(corners[2])};
}

void add_square(const Vec3d& v, double weight, Covariance& to) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) to(i, j) += weight * v[i] * v[j];
  }
}

struct Moments {
  Vec3d mean;
  Covariance covariance = Covariance::Zero();  // up to a factor
};

// A triangle of weight m with centroid g adds m / 12 (9 g g* + p p* + q q* + r r*), taken about the mean: what
// RAPID subtracts afterwards would cancel far from the origin. A weight of all triangles alike counts corners.
Moments moments_of(const Mesh& mesh, const std::vector<double>& weights, const Range& range) {
  double total = 0;
  for (const std::uint32_t t : range) total += weights[t];
  const bool flat = !(total > 0);
  const double scale = 1 / (flat ? static_cast<double>(range.size()) : total);
  const auto share = [&](std::uint32_t t) { return scale * (flat ? 1 : weights[t]); };
  Moments moments;
  for (const std::uint32_t t : range) {
    const std::array<Vec3d, 3> p = corners_of(mesh, t);
    moments.mean = moments.mean + share(t) / 3 * (p[0] + p[1] + p[2]);
  }
  for (const std::uint32_t t : range) {
    std::array<Vec3d, 3> p = corners_of(mesh, t);
    for (Vec3d& corner : p) {
      corner = corner - moments.mean;
      add_square(corner, share(t), moments.covariance);
    }
    if (!flat) add_square(p[0] + p[1] + p[2], share(t), moments.covariance);  // 9 g g*
  }
  return moments;
}

double extent(const Mesh& mesh, const Range& range, const Vec3d& axis) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const std::uint32_t t : range) {
    for (const Vec3d& corner : corners_of(mesh, t)) {
      const double place = dot(axis, corner);
      low = std::min(low, place);
      high = std::max(high, place);
    }
  }
  return high - low;
}

// The eigenvectors, the largest eigenvalue's first.
std::array<Vec3d, 3> principal_axes(const Covariance& covariance) {
  const Eigen::SelfAdjointEigenSolver<Covariance> solver(covariance);
  if (solver.info() != Eigen::Success) return {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  const Covariance& vectors = solver.eigenvectors();
  std::array<Vec3d, 3> axes;
  for (int i = 0; i < 3; ++i)
    axes[static_cast<std::size_t>(i)] = {vectors(0, 2 - i), vectors(1, 2 - i), vectors(2, 2 - i)};
  return axes;
}

}  // namespace

std::vector<double> surface_weights(const Mesh& mesh) {
  std::vector<double> weights(mesh.triangles.size());
  for (std::size_t t = 0; t < weights.size(); ++t) {
    const std::array<Vec3d, 3> p = corners_of(mesh, static_cast<std::uint32_t>(t));
    const Vec3d normal = cross(p[1] - p[0], p[2] - p[0]);
    weights[t] = std::sqrt(dot(normal, normal));
  }
  return weights;
}

ObbFrameFit fit_obb_frame(const Mesh& mesh, const std::vector<double>& weights, const std::uint32_t* first,
                          const std::uint32_t* last) {
  const Range range = {first, last};
  const Moments moments = moments_of(mesh, weights, range);
  std::array<Vec3d, 3> axes = principal_axes(moments.covariance);
  std::array<double, 3> extents;
  for (std::size_t i = 0; i < 3; ++i) extents[i] = extent(mesh, range, axes[i]);
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return extents[i] > extents[j]; });
  axes = {axes[order[0]], axes[order[1]], axes[order[2]]};
  if (dot(axes[2], cross(axes[0], axes[1])) < 0) axes[2] = -1.0 * axes[2];
  ObbFrameFit fit;
  fit.mean = moments.mean;
  for (int i = 0; i < 3; ++i) fit.axes[static_cast<std::size_t>(i)] = {axes[0][i], axes[1][i], axes[2][i]};
  return fit;
}

}  // namespace collisionchip
