#include "collisionchip/reference/scene/world_volume.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

namespace {

// Some fifty operations in double, each off by 2^-53 of the terms whose magnitudes are added up, with a factor of ten left; and a
// rounding to float32, of a number with digits or of one without, with a factor of two.
double world_slack(double magnitudes) {
  return (0x1p-44 + 0x1p-23) * magnitudes + 0x1p-149;
}

double taxicab(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

}  // namespace

RootReach::RootReach(const DopDirections& directions, const DopNode& root) {
  for (int j = 0; j < directions.k(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    along[at] = directions.sign(j) * double{root.d[at]};
    normal = std::max(normal, std::abs(along[at]));
  }
  const DopBox box = dop_box(directions, root);
  centre = 0.5 * (box.low + box.high);
  half = 0.5 * (box.high - box.low);
  for (int axis = 0; axis < 3; ++axis)
    coordinate = std::max({coordinate, std::abs(box.low[axis]), std::abs(box.high[axis])});
}

void WorldVolume::place_box(const RootReach& root, const DoublePose& pose) {
  for (std::size_t i = 0; i < kBoxBounds; ++i) {
    const Vec3d& row = pose.r[i];
    const double t = pose.t[static_cast<int>(i)];
    const double centre = dot(row, root.centre) + t;
    const double reach = std::abs(row.x) * root.half.x + std::abs(row.y) * root.half.y +
                         std::abs(row.z) * root.half.z +
                         world_slack(taxicab(row) * root.coordinate + std::abs(t));
    low[i] = static_cast<float>(centre - reach);
    high[i] = static_cast<float>(centre + reach);
    if (low[i] <= high[i]) continue;
    high[i] = std::numeric_limits<float>::infinity();
    low[i] = -high[i];
  }
}

// Along n lies x = R y + t, y in the root, at b . y + n . t, where b = R^T n. With b = sum of lambda_m a_m over a cone's normals
// and no lambda negative, b . y is at most the sum of lambda_m max(a_m . y), and at least that of lambda_m min(a_m . y). A
// lambda that only rounding makes negative moves both by no more than other roundings do.
void WorldVolume::place_normals(const ConeTable& cones, const RootReach& root, const DoublePose& pose) {
  const DopDirections& directions = cones.directions();
  const double size = taxicab(pose.r[0]) + taxicab(pose.r[1]) + taxicab(pose.r[2]);
  const double slack = world_slack(size * root.normal + taxicab(pose.t));
  for (int i = 0; i < directions.half(); ++i) {
    const Vec3d& n = directions.normal(i);
    const Vec3d b = n.x * pose.r[0] + n.y * pose.r[1] + n.z * pose.r[2];
    const Cone& cone = cones.cone_of(b);
    double most = 0, least = 0;
    for (std::size_t m = 0; m < 3; ++m) {
      const double lambda = dot(cone.inverse[m], b);
      most += lambda * root.along[cone.j[m]];
      least -= lambda * root.along[static_cast<std::size_t>(directions.opposite(cone.j[m]))];
    }
    const double offset = dot(n, pose.t);
    const std::size_t at = kBoxBounds + static_cast<std::size_t>(i);
    low[at] = static_cast<float>(offset + least - slack);
    high[at] = static_cast<float>(offset + most + slack);
  }
}

BoundWeights bound_weights(const DopDirections& directions) {
  constexpr float kAbove = 1 + 0x1p-22f;  // a product is rounded, and must not lose of what it allows
  BoundWeights weights{};
  for (std::size_t i = 0; i < kBoxBounds; ++i) weights[0][i] = kAbove;
  for (std::size_t i = 0; i < static_cast<std::size_t>(directions.half()); ++i) {
    const std::size_t at = kBoxBounds + i;
    weights[at / 4][at % 4] = kAbove * static_cast<float>(taxicab(directions.normal(static_cast<int>(i))));
  }
  return weights;
}

}  // namespace collisionchip
