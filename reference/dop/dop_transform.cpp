#include "collisionchip/reference/dop/dop_transform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/cone_table.h"

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;  // relative error of one float32 operation

double sum_abs(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}
double norm(const Matrix3& m) {
  return std::max({sum_abs(m[0]), sum_abs(m[1]), sum_abs(m[2])});
}

// How far a tumbled tree reaches.
struct Reach {
  std::array<double, kMaxK>
      of_coefficient;           // largest magnitude that coefficient j, or its opposite, can have in the tree
  std::array<double, 3> along;  // largest |coordinate| of any point

  Reach(const DopNode& root, const DopDirections& directions) {
    const auto half = static_cast<std::size_t>(directions.half());
    for (std::size_t low = 0; low < half; ++low) {
      of_coefficient[low] = of_coefficient[low + half] =
          std::max(std::abs(double{root.d[low]}), std::abs(double{root.d[low + half]}));
    }
    for (int axis = 0; axis < 3; ++axis) {
      const AxisPair& pair = directions.axis_pair(axis);
      along[static_cast<std::size_t>(axis)] = 0.5 * (of_coefficient[pair.j[0]] + of_coefficient[pair.j[1]]);
    }
  }
};

// The two rows of one direction: its maximum, and its minimum with the opposite coefficients.
struct RowPair {
  DopTransformRow maximum, minimum;
  Vec3d residual;     // b - sum of lambda_m a_m
  double lambda = 0;  // sum of lambda_m
  double reach = 0;   // sum of lambda_m |d_m|, at most
};

RowPair rows_without_offset(const Vec3d& b, const Cone& cone, const DopDirections& directions,
                            const Reach& reach) {
  RowPair pair{};
  pair.residual = b;
  for (int m = 0; m < 3; ++m) {
    const int j = cone.j[m];
    const float lambda = std::max(0.0f, static_cast<float>(dot(cone.inverse[m], b)));
    pair.residual = pair.residual - double{lambda} * directions.directed(j);
    pair.lambda += lambda;
    pair.reach += lambda * reach.of_coefficient[static_cast<std::size_t>(j)];
    pair.maximum.c[m] = pair.minimum.c[m] = static_cast<float>(directions.sign(j)) * lambda;
    pair.maximum.j[m] = static_cast<std::uint8_t>(j);
    pair.minimum.j[m] = static_cast<std::uint8_t>(directions.opposite(j));
  }
  return pair;
}

// How far the rounded coefficients and the float32 dot product may fall short of the exact bound. The steps
// are numbered as in docs/dop_transform.md.
double slack_of(const RowPair& pair, const Vec3d& n, const RigidMap& map, const Reach& reach) {
  const double n_abs = sum_abs(n);
  double size = pair.lambda;
  for (int i = 0; i < 3; ++i) size += std::abs(n[i]) * sum_abs(map.rows[i]);
  const double residual_error = n_abs * map.row_error + 0x1p-50 * size;  // step 2
  double slack = n_abs * map.translation_error + 0x1p-50 * n_abs * sum_abs(map.t);
  for (int axis = 0; axis < 3; ++axis) {
    slack += (std::abs(pair.residual[axis]) + residual_error) * reach.along[static_cast<std::size_t>(axis)];
  }
  // Step 3: every term passes at most three roundings; the
  // fourth unit covers what this function rounds itself.
  const double largest = pair.reach + std::abs(dot(n, map.t)) + slack;
  slack += 4 * kUnit * largest + 4 * 0x1p-149;
  // Step 4: where an intermediate result might overflow, the row can only say "not apart".
  return largest < 0.25 * double{std::numeric_limits<float>::max()} ? slack : HUGE_VAL;
}

// `cone_of(b)`: a cone that holds b.
template <typename ConeOf>
RowPair rows_of(int i, const DopDirections& directions, const RigidMap& map, const Reach& reach, Bias bias,
                const ConeOf& cone_of) {
  const int half = directions.half();
  const Vec3d& n = directions.normal(i);
  const Vec3d b = n.x * map.rows[0] + n.y * map.rows[1] + n.z * map.rows[2];
  RowPair pair = rows_without_offset(b, cone_of(b), directions, reach);
  const double offset = dot(n, map.t);
  if (bias == Bias::none) {
    pair.maximum.offset = pair.minimum.offset = static_cast<float>(offset);
  } else {
    const double slack = slack_of(pair, n, map, reach);
    pair.maximum.offset = round_up(offset + slack);
    pair.minimum.offset = round_down(offset - slack);
  }
  // Address (i + k/2) mod k: the maximum stands where the
  // aligned minimum is compared, and the other way round.
  pair.maximum.destination = static_cast<std::uint8_t>(i);
  pair.minimum.destination = static_cast<std::uint8_t>(i + half);
  return pair;
}

template <typename ConeOf>
DopTransform rows_in_turn(int k, const RigidMap& map, const DopNode& root, Bias bias, const ConeOf& cone_of) {
  const DopDirections& directions = dop_directions(k);
  const Reach reach(root, directions);
  DopTransform transform;
  transform.k = k;
  for (int i = 0; i < directions.half(); ++i) {
    const RowPair pair = rows_of(i, directions, map, reach, bias, cone_of);
    transform.rows[2 * i] = pair.maximum;
    transform.rows[2 * i + 1] = pair.minimum;
  }
  return transform;
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
  DopTransform transform =
      rows_in_turn(k, map, root, bias, [&](const Vec3d& b) -> const Cone& { return directions.cone_of(b); });
  const auto last_operand = [](const DopTransformRow& row) {
    return std::max({row.j[0], row.j[1], row.j[2]});
  };
  std::stable_sort(
      transform.rows.begin(), transform.rows.begin() + k,
      [&](const DopTransformRow& a, const DopTransformRow& b) { return last_operand(a) < last_operand(b); });
  return transform;
}

DopTransform make_dop_transform(const ConeTable& table, const RigidMap& map, const DopNode& root) {
  return rows_in_turn(table.k(), map, root, Bias::conservative,
                      [&](const Vec3d& b) -> const Cone& { return table.cone_of(b); });
}

}  // namespace collisionchip
