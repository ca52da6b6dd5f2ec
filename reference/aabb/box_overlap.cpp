#include "collisionchip/reference/aabb/box_overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/aabb/map_reach.h"
#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

using Entries = std::array<Triple, 3>;

std::size_t next(std::size_t i) {
  return (i + 1) % 3;
}
std::size_t last(std::size_t i) {
  return (i + 2) % 3;
}

Entries magnitudes_of(const MapReach& reach) {
  Entries entries;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) entries[i][j] = std::abs(double{reach.r[i][j]});
  }
  return entries;
}

// How much longer its columns are than 1, how far from orthogonal, and how far their products are from the
// third column: the short forms of the test take a rotation for granted. Not negative; NaN or infinite if it
// is none at all.
double distance_from_rotation(const MapReach& reach, const Entries& size) {
  std::array<Vec3d, 3> column;
  double largest = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    column[j] = {reach.r[0][j], reach.r[1][j], reach.r[2][j]};
    for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, size[i][j]);
  }
  double distance = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    const Vec3d &a = column[j], &b = column[next(j)];
    distance = std::max({distance, dot(a, a) - 1, std::abs(dot(a, b))});
    const Vec3d product = cross(a, b);
    for (std::size_t i = 0; i < 3; ++i)
      distance = std::max(distance, std::abs(product[static_cast<int>(i)]) - size[i][last(j)]);
  }
  return distance + 0x1p-48 * (1 + largest * largest);
}

struct Margins {
  Triple theirs{}, own{};  // along the axes of the other frame, and of the box's own
  Entries edges{};
};

// Either box is grown by so much that it makes up for what the tests' own arithmetic takes, 12 units at most,
// and for the error of the map.
Margins margins_of(const MapReach& reach, const Entries& size, const Entries& raised, double skew) {
  constexpr double kUnits = 13 * kFloat32Unit;
  Triple other, source;
  for (std::size_t i = 0; i < 3; ++i) {
    const double most = std::max({1.0, raised[i][0], raised[i][1], raised[i][2]});
    other[i] = kUnits * (reach.moved[i] + reach.other[i]) + reach.error[i] + kLeastMargin * most;
    source[i] = kUnits * reach.source[i] + kLeastMargin;
  }
  const double source_sum = reach.source[0] + reach.source[1] + reach.source[2];
  Margins margins{other, source, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    margins.own[i] += skew * source_sum;
    for (std::size_t j = 0; j < 3; ++j) {
      margins.theirs[i] += size[i][j] * source[j];
      margins.own[i] += raised[j][i] * other[j];
      margins.edges[i][j] = other[next(i)] * raised[last(i)][j] + other[last(i)] * raised[next(i)][j] +
                            source[next(j)] * raised[i][last(j)] + source[last(j)] * raised[i][next(j)];
    }
  }
  return margins;
}

Float4 lanes(double x, double y, double z) {
  const auto up = [](double v) { return round_up(std::min(v, double{std::numeric_limits<float>::max()})); };
  return Float4{up(x), up(y), up(z), 0};
}

}  // namespace

BoxOverlap::BoxOverlap(const RigidMap& map, const Aabb& moved_root, const Aabb& other_root, SatAxes axes,
                       Bias bias)
    : axes_(axes) {
  const MapReach reach(map, moved_root, other_root);
  const Entries size = magnitudes_of(reach);
  const double skew = bias == Bias::none ? 0 : distance_from_rotation(reach, size);
  Entries raised = size;
  double most_entry = 1;
  for (Triple& row : raised) {
    for (double& entry : row) most_entry = std::max(most_entry, entry += skew);
  }
  const Margins margins = bias == Bias::none ? Margins{} : margins_of(reach, size, raised, skew);
  const double largest = 4 * reach.largest();
  theirs_margin_ = MapReach::lanes_of(margins.theirs, largest);
  own_margin_ = MapReach::lanes_of(margins.own, largest * most_entry);
  for (std::size_t i = 0; i < 3; ++i) {
    edge_margins_[i] = MapReach::lanes_of(margins.edges[i], largest * most_entry);
    edge_rows_[i] = lanes(raised[i][0], raised[i][1], raised[i][2]);
    face_columns_[i] = lanes(size[0][i], size[1][i], size[2][i]);
    rows_[i] = Float4{reach.r[i][0], reach.r[i][1], reach.r[i][2], 0};
    columns_[i] = Float4{reach.r[0][i], reach.r[1][i], reach.r[2][i], 0};
  }
  translation_ = Float4{reach.t[0], reach.t[1], reach.t[2], 0};
}

BoxOverlap::BoxOverlap(const Numbers& numbers) : axes_(SatAxes::fifteen) {
  const float* next = numbers.data();
  const auto three = [&](float fourth) {
    const Float4 lanes{next[0], next[1], next[2], fourth};
    next += 3;
    return lanes;
  };
  for (Float4& row : rows_) row = three(0);
  for (std::size_t j = 0; j < 3; ++j) columns_[j] = Float4{rows_[0][j], rows_[1][j], rows_[2][j], 0};
  translation_ = three(0);
  for (Float4& column : face_columns_) column = three(0);
  for (Float4& row : edge_rows_) row = three(0);
  theirs_margin_ = three(HUGE_VALF);
  own_margin_ = three(HUGE_VALF);
  for (Float4& margin : edge_margins_) margin = three(HUGE_VALF);
}

BoxOverlap::Numbers BoxOverlap::numbers() const {
  Numbers numbers;
  float* next = numbers.data();
  const auto add = [&](const Float4& lanes) {
    for (std::size_t lane = 0; lane < 3; ++lane) *next++ = lanes[lane];
  };
  for (const Float4& row : rows_) add(row);
  add(translation_);
  for (const Float4& column : face_columns_) add(column);
  for (const Float4& row : edge_rows_) add(row);
  add(theirs_margin_);
  add(own_margin_);
  for (const Float4& margin : edge_margins_) add(margin);
  return numbers;
}

int BoxOverlap::separating_axis(const Moved& moved, Float4 low, Float4 high) const {
  const Float4 a = half_side_of(low, high), t = moved.centre - centre_of(low, high);
  const Float4 own = (rows_[0] * t[0] + rows_[1] * t[1]) + rows_[2] * t[2];
  const Float4 reach =
      (edge_rows_[0] * a[0] + edge_rows_[1] * a[1]) + (edge_rows_[2] * a[2] + moved.along_own);
  const std::array<Mask4, 5> apart = {beyond(t, a + moved.along_theirs), beyond(own, reach),
                                      on_edges<0>(moved, a, t), on_edges<1>(moved, a, t),
                                      on_edges<2>(moved, a, t)};
  for (int axis = 0; axis < 15; ++axis) {
    if (apart[static_cast<std::size_t>(axis) / 3][axis % 3] != 0) return axis;
  }
  return 15;
}

}  // namespace collisionchip
