#include "collisionchip/reference/dop/dop_transform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;  // relative error of one float32 operation

double sum_abs(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}
double norm(const Matrix3& m) {
  return std::max({sum_abs(m[0]), sum_abs(m[1]), sum_abs(m[2])});
}

// Largest magnitude that coefficient j, or its opposite, can have in the tree below `root`.
double magnitude(const DopNode& root, int half, int j) {
  const int low = j % half;
  return std::max(std::abs(double{root.d[low]}), std::abs(double{root.d[low + half]}));
}

// Largest |coordinate| of any point in the tree below `root`.
double reach_along(int axis, const DopNode& root, const DopDirections& directions) {
  const AxisPair& pair = directions.axis_pair(axis);
  const int half = directions.half();
  return 0.5 * (magnitude(root, half, pair.j[0]) + magnitude(root, half, pair.j[1]));
}

// The two rows of one direction: its maximum, and its minimum with the opposite coefficients.
struct RowPair {
  DopTransformRow maximum, minimum;
  Vec3d residual;     // b - sum of lambda_m a_m
  double lambda = 0;  // sum of lambda_m
  double reach = 0;   // sum of lambda_m |d_m|, at most
};

RowPair rows_without_offset(const Vec3d& b, const DopDirections& directions, const DopNode& root) {
  const Cone& cone = directions.cone_of(b);
  RowPair pair{};
  pair.residual = b;
  for (int m = 0; m < 3; ++m) {
    const int j = cone.j[m];
    const float lambda = std::max(0.0f, static_cast<float>(dot(cone.inverse[m], b)));
    pair.residual = pair.residual - double{lambda} * directions.directed(j);
    pair.lambda += lambda;
    pair.reach += lambda * magnitude(root, directions.half(), j);
    pair.maximum.c[m] = pair.minimum.c[m] = static_cast<float>(directions.sign(j)) * lambda;
    pair.maximum.j[m] = static_cast<std::uint8_t>(j);
    pair.minimum.j[m] = static_cast<std::uint8_t>(directions.opposite(j));
  }
  return pair;
}

// How far the rounded coefficients and the float32 dot product may fall short of the exact bound. The steps
// are numbered as in docs/dop_unit.md.
double slack_of(const RowPair& pair, const Vec3d& n, const RigidMap& map, const DopNode& root,
                const DopDirections& directions) {
  const double n_abs = sum_abs(n);
  double size = pair.lambda;
  for (int i = 0; i < 3; ++i) size += std::abs(n[i]) * sum_abs(map.rows[i]);
  const double residual_error = n_abs * map.row_error + 0x1p-50 * size;  // step 2
  double slack = n_abs * map.translation_error + 0x1p-50 * n_abs * sum_abs(map.t);
  for (int axis = 0; axis < 3; ++axis) {
    slack += (std::abs(pair.residual[axis]) + residual_error) * reach_along(axis, root, directions);
  }
  // Step 3: every term passes at most three roundings; the
  // fourth unit covers what this function rounds itself.
  const double largest = pair.reach + std::abs(dot(n, map.t)) + slack;
  slack += 4 * kUnit * largest + 4 * 0x1p-149;
  // Step 4: where an intermediate result might overflow, the row can only say "not apart".
  return largest < 0.25 * double{std::numeric_limits<float>::max()} ? slack : HUGE_VAL;
}

RowPair rows_of(int i, const DopDirections& directions, const RigidMap& map, const DopNode& root, Bias bias) {
  const int half = directions.half();
  const Vec3d& n = directions.normal(i);
  RowPair pair =
      rows_without_offset(n.x * map.rows[0] + n.y * map.rows[1] + n.z * map.rows[2], directions, root);
  const double offset = dot(n, map.t);
  if (bias == Bias::none) {
    pair.maximum.offset = pair.minimum.offset = static_cast<float>(offset);
  } else {
    const double slack = slack_of(pair, n, map, root, directions);
    pair.maximum.offset = round_up(offset + slack);
    pair.minimum.offset = round_down(offset - slack);
  }
  // Address (i + k/2) mod k: the maximum stands where the
  // aligned minimum is compared, and the other way round.
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

  // With R X = I + E, R^-1 - X = -X E (I + E)^-1. Every entry of E was evaluated with an error of at most
  // three double roundings of its terms.
  RigidMap inverted;
  inverted.rows = inverse(map.rows);
  inverted.t = -1.0 * (inverted.rows * map.t);
  double entry = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = {inverted.rows[0][j], inverted.rows[1][j], inverted.rows[2][j]};
      entry = std::max(entry, std::abs(dot(map.rows[i], column) - (i == j ? 1.0 : 0.0)));
    }
  }
  const double e_norm = 3 * (entry + 0x1p-50 * norm(map.rows) * norm(inverted.rows));
  // A matrix too close to singular has no usable inverse: an infinite error leaves every DOP test undecided.
  inverted.row_error = e_norm < 0.5 ? 2 * norm(inverted.rows) * e_norm : HUGE_VAL;
  inverted.translation_error = (inverted.row_error + 0x1p-50 * norm(inverted.rows)) * sum_abs(map.t);
  return inverted;
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
  const auto last_operand = [](const DopTransformRow& row) {
    return std::max({row.j[0], row.j[1], row.j[2]});
  };
  std::stable_sort(
      transform.rows.begin(), transform.rows.begin() + k,
      [&](const DopTransformRow& a, const DopTransformRow& b) { return last_operand(a) < last_operand(b); });
  return transform;
}

}  // namespace collisionchip
