#include "collisionchip/reference/obb/obb_transform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;  // relative error of one float32 operation
constexpr double kMostDeviation = 0x1p-6;

// The float32 map compared with the exact one: largest differences of an entry.
struct MapError {
  double rotation = 0, translation = 0;
};

MapError error_of(const RigidMap& map, const ObbTransform& transform) {
  MapError error = {map.row_error, map.translation_error};
  for (std::size_t i = 0; i < 3; ++i) {
    const int row = static_cast<int>(i);
    for (std::size_t j = 0; j < 3; ++j)
      error.rotation =
          std::max(error.rotation, map.row_error + std::abs(double{transform.r[i][j]} - map.rows[i][int(j)]));
    error.translation =
        std::max(error.translation, map.translation_error + std::abs(double{transform.t[i]} - map.t[row]));
  }
  return error;
}

// The deviation of r^T r from the identity, where r is the exact map's linear part: row sums bound the norm.
double deviation_of(const RigidMap& map, double rotation_error) {
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int j = 0; j < 3; ++j) {
      double product = i == j ? -1 : 0;
      for (const Vec3d& row : map.rows) product += row[i] * row[j];
      sum += std::abs(product);
    }
    if (!(sum <= most)) most = sum;
  }
  return most + 7 * rotation_error + 0x1p-48;
}

// The terms of docs/obb.md for a unit of rounding; infinite where boxes are not to be parted.
double epsilon_of(const RigidMap& map, const MapError& error, const ObbReach& tumbled,
                  const ObbReach& aligned, double unit) {
  const double deviation =
      (1 + deviation_of(map, error.rotation)) * (1 + tumbled.deviation) * (1 + aligned.deviation) - 1;
  const double distance = std::sqrt(dot(map.t, map.t)) + 1.01 * tumbled.translation + aligned.translation;
  const double extents = tumbled.extents + aligned.extents;
  const bool nearly_rigid = deviation <= kMostDeviation;  // seven times the rotation's error is in it
  const bool in_range = distance + extents < 0x1p-4 * double{std::numeric_limits<float>::max()};
  if (!nearly_rigid || !in_range || !(error.translation <= distance))
    return std::numeric_limits<double>::infinity();
  const double rounding = unit * (44 * distance + 16 * extents);
  const double map_error = error.rotation * (14 * distance + 4 * extents) + 4 * error.translation;
  const double skew = (1.6 * deviation + 1.5 * tumbled.deviation) * tumbled.extents;
  return (1 + 0x1p-20) * (rounding + map_error + skew) + 0x1p-140;
}

}  // namespace

ObbTransform make_obb_transform(const RigidMap& map, const ObbReach& tumbled, const ObbReach& aligned) {
  ObbTransform transform{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      transform.r[i][j] = static_cast<float>(map.rows[i][static_cast<int>(j)]);
    transform.t[i] = static_cast<float>(map.t[static_cast<int>(i)]);
  }
  transform.epsilon = round_up(epsilon_of(map, error_of(map, transform), tumbled, aligned, kUnit));
  return transform;
}

double make_obb_double_epsilon(const RigidMap& map, const ObbReach& tumbled, const ObbReach& aligned) {
  return epsilon_of(map, {map.row_error, map.translation_error}, tumbled, aligned, 0x1p-53);
}

}  // namespace collisionchip
