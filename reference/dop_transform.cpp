#include "reference/dop_transform.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "reference/float32.h"

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;  // relative error of one float32 operation

double sum_abs(const Vec3d& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

// Largest magnitude that coefficient j, or its opposite, can have in the tree below `root`.
double magnitude(const DopNode& root, int half, int j) {
  const int low = j % half;
  return std::max(std::abs(double{root.d[low]}), std::abs(double{root.d[low + half]}));
}

// The two rows of one direction: its maximum, and its minimum with the opposite coefficients.
struct RowPair {
  DopTransformRow maximum, minimum;
};

RowPair rows_of(int i, const DopDirections& directions, const RigidMap& map, const DopNode& root, Bias bias) {
  const int half = directions.half();
  const Vec3d& n = directions.normal(i);
  const Vec3d b = n.x * map.rows[0] + n.y * map.rows[1] + n.z * map.rows[2];
  const Cone& cone = directions.cone_of(b);

  RowPair pair{};
  Vec3d residual = b;
  double magnitudes = 0;  // sum of |c_m d_m|, at most
  for (int m = 0; m < 3; ++m) {
    const int j = cone.j[m];
    const float lambda = std::max(0.0f, static_cast<float>(dot(cone.inverse[m], b)));
    residual = residual - double{lambda} * directions.directed(j);
    magnitudes += lambda * magnitude(root, half, j);
    pair.maximum.c[m] = pair.minimum.c[m] = static_cast<float>(directions.sign(j)) * lambda;
    pair.maximum.j[m] = static_cast<std::uint8_t>(j);
    pair.minimum.j[m] = static_cast<std::uint8_t>(directions.opposite(j));
  }

  const double offset = dot(n, map.t);
  double slack = 0;
  if (bias == Bias::conservative) {
    const double n_abs = sum_abs(n);
    // |b|, the offset and the residual are computed in double; R and t themselves may be an inverse.
    const double entry = n_abs * map.row_error + 0x1p-48 * (sum_abs(b) + sum_abs(residual));
    for (int axis = 0; axis < 3; ++axis) {
      slack += (std::abs(residual[axis]) + entry) * magnitude(root, half, axis);
    }
    slack += n_abs * map.translation_error + 0x1p-48 * n_abs * sum_abs(map.t);
    // Each of the four terms of the dot product passes at most three roundings; the fourth unit covers the
    // rounding of the offset itself. Products below the normal range lose at most half a subnormal step each.
    slack += 4 * kUnit * (magnitudes + std::abs(offset) + slack) + 4 * 0x1p-149;
  }
  pair.maximum.offset = bias == Bias::none ? static_cast<float>(offset) : round_up(offset + slack);
  pair.minimum.offset = bias == Bias::none ? static_cast<float>(offset) : round_down(offset - slack);
  // Address (i + k/2) mod k: the maximum stands where the aligned minimum is compared, and the other way round.
  pair.maximum.destination = static_cast<std::uint8_t>(i);
  pair.minimum.destination = static_cast<std::uint8_t>(i + half);
  return pair;
}

}  // namespace

RigidMap RigidMap::of(const Pose& pose, TumbledSide tumbled) {
  RigidMap map;
  for (int i = 0; i < 3; ++i) map.rows[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  map.t = to_double(pose.t);
  if (tumbled == TumbledSide::b) return map;

  const auto& r = map.rows;
  const double determinant = dot(r[0], cross(r[1], r[2]));
  const std::array<Vec3d, 3> columns = {1 / determinant * cross(r[1], r[2]), 1 / determinant * cross(r[2], r[0]),
                                        1 / determinant * cross(r[0], r[1])};
  RigidMap inverse;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    inverse.rows[i] = {columns[0][i], columns[1][i], columns[2][i]};
    largest = std::max(largest, sum_abs(inverse.rows[i]));
  }
  for (int i = 0; i < 3; ++i) inverse.t[i] = -dot(inverse.rows[i], map.t);
  // R R' = I + E gives R^-1 = R' (I + E)^-1: entries are off by about |R'| |E|; the factor covers |E| itself, the
  // rounding of its evaluation included.
  double residual = 0x1p-50;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      residual = std::max(residual, std::abs(dot(r[i], columns[j]) - (i == j ? 1.0 : 0.0)));
    }
  }
  inverse.row_error = 8 * largest * residual * (1 + std::max({sum_abs(r[0]), sum_abs(r[1]), sum_abs(r[2])}));
  inverse.translation_error = inverse.row_error * sum_abs(map.t);
  return inverse;
}

void DopTransform::apply_row(const DopTransformRow& row, const DopNode& tumbled, PartnerDop& out) {
  out[row.destination] = dotadd(row.c[0], tumbled.d[row.j[0]], row.c[1], tumbled.d[row.j[1]], row.c[2],
                                tumbled.d[row.j[2]], row.offset);
}

DopTransform make_dop_transform(int k, const RigidMap& map, const DopNode& root, Bias bias) {
  const DopDirections& directions = dop_directions(k);
  DopTransform transform;
  transform.k = k;
  for (int i = 0; i < directions.half(); ++i) {
    const RowPair pair = rows_of(i, directions, map, root, bias);
    transform.rows[2 * i] = pair.maximum;
    transform.rows[2 * i + 1] = pair.minimum;
  }
  const auto last_operand = [](const DopTransformRow& row) { return std::max({row.j[0], row.j[1], row.j[2]}); };
  std::stable_sort(transform.rows.begin(), transform.rows.begin() + k,
                   [&](const DopTransformRow& a, const DopTransformRow& b) { return last_operand(a) < last_operand(b); });
  return transform;
}

}  // namespace collisionchip
