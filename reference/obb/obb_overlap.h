// Do two oriented boxes overlap? The 15 axes of the separating axis theorem in RAPID's order, three at a time: the
// axes of the aligned box, those of the tumbled one, their cross products. Float32 in a fixed order; an epsilon
// on every axis makes sure that boxes that meet are never called apart (docs/obb.md).
#pragma once

#include "collisionchip/reference/obb/obb_codec.h"

namespace collisionchip {

// A tumbled box in the aligned object's frame, its numbers spread over lanes once for all boxes it meets.
struct ObbPartner {
  std::array<std::array<Float4, 3>, 3> r;  // [row][column]
  Float4 t;
  std::array<Float4, 3> extent;  // each in all lanes
  Float4 d;                      // all of them; the last lane is 0
};

template <int kLane>
inline Float4 spread(const Float4& v) {
  return shuffle<kLane, kLane, kLane, kLane>(v, v);
}

// The map x -> r x + t of a query in lanes: columns of r.
struct ObbMap {
  std::array<std::array<float, 3>, 3> r;
  std::array<Float4, 3> column;
  Float4 t;

  ObbMap(const std::array<std::array<float, 3>, 3>& rows, const std::array<float, 3>& translation)
      : r(rows), t{translation[0], translation[1], translation[2], 0} {
    for (std::size_t j = 0; j < 3; ++j) column[j] = Float4{rows[0][j], rows[1][j], rows[2][j], 0};
  }
};

// Twelve DOTADDs.
inline void transform_obb(const ObbMap& map, const ObbLanes& box, ObbPartner& out) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Float4 row = (box.row[0] * map.r[i][0] + box.row[1] * map.r[i][1]) + box.row[2] * map.r[i][2];
    out.r[i] = {spread<0>(row), spread<1>(row), spread<2>(row)};
  }
  out.t = (map.column[0] * spread<0>(box.t) + map.column[1] * spread<1>(box.t)) +
          (map.column[2] * spread<2>(box.t) + map.t);
  out.d = box.d;
  out.extent = {spread<0>(box.d), spread<1>(box.d), spread<2>(box.d)};
}

// Columns to rows; the last lane of the rows is 0.
inline std::array<Float4, 3> transposed(const std::array<Float4, 3>& column) {
  const Float4 zero{};
  const Float4 low = shuffle<0, 4, 1, 5>(column[0], column[1]),
               low_third = shuffle<0, 4, 1, 5>(column[2], zero);
  const Float4 high = shuffle<2, 6, 3, 7>(column[0], column[1]),
               high_third = shuffle<2, 6, 3, 7>(column[2], zero);
  return {shuffle<0, 1, 4, 5>(low, low_third), shuffle<2, 3, 6, 7>(low, low_third),
          shuffle<0, 1, 4, 5>(high, high_third)};
}

// The cross products of an axis of the aligned box with the three of the tumbled one. `t`: its distance in the
// aligned box's frame, each number in all lanes.
template <std::size_t kI>
inline Mask4 edges_apart(const std::array<Float4, 3>& row, const std::array<Float4, 3>& size,
                         const std::array<Float4, 3>& t, const std::array<Float4, 3>& a, const Float4& b,
                         const Float4& epsilon) {
  constexpr std::size_t kNext = (kI + 1) % 3, kLast = (kI + 2) % 3;
  const Float4 distance = magnitude(t[kLast] * row[kNext] - t[kNext] * row[kLast]);
  const Float4 by_a = a[kNext] * size[kLast] + a[kLast] * size[kNext];
  const Float4 by_b = shuffle<1, 2, 0, 3>(b, b) * shuffle<2, 0, 1, 3>(size[kI], size[kI]) +
                      shuffle<2, 0, 1, 3>(b, b) * shuffle<1, 2, 0, 3>(size[kI], size[kI]);
  return distance > (by_a + by_b) + epsilon;
}

inline int first_lane(const Mask4& mask) {
  return mask[0] != 0 ? 0 : mask[1] != 0 ? 1 : 2;
}

constexpr int kObbAxes = 15;

// The number of the first axis that parts them, kObbAxes if none does. epsilon: in all lanes. A NaN or an
// infinity never says apart.
inline int separating_axis(const ObbPartner& tumbled, const ObbLanes& aligned, const Float4& epsilon) {
  const Float4 difference = tumbled.t - aligned.t;
  const auto in_aligned = [&](const Float4& x, const Float4& y, const Float4& z) {
    return (aligned.row[0] * x + aligned.row[1] * y) + aligned.row[2] * z;
  };
  const Float4 t = in_aligned(spread<0>(difference), spread<1>(difference), spread<2>(difference));
  std::array<Float4, 3> column;
  for (std::size_t j = 0; j < 3; ++j)
    column[j] = in_aligned(tumbled.r[0][j], tumbled.r[1][j], tumbled.r[2][j]);

  Float4 reach = aligned.d;
  for (std::size_t j = 0; j < 3; ++j) reach = reach + tumbled.extent[j] * magnitude(column[j]);
  Mask4 apart = (magnitude(t) > reach + epsilon) & lanes_below(3);
  if (any(apart)) return first_lane(apart);

  const std::array<Float4, 3> row = transposed(column);
  const std::array<Float4, 3> size = {magnitude(row[0]), magnitude(row[1]), magnitude(row[2])};
  const std::array<Float4, 3> at = {spread<0>(t), spread<1>(t), spread<2>(t)};
  const std::array<Float4, 3> a = {spread<0>(aligned.d), spread<1>(aligned.d), spread<2>(aligned.d)};
  const Float4 distance = magnitude((at[0] * row[0] + at[1] * row[1]) + at[2] * row[2]);
  reach = ((tumbled.d + a[0] * size[0]) + a[1] * size[1]) + a[2] * size[2];
  apart = distance > reach + epsilon;
  if (any(apart)) return 3 + first_lane(apart);
  apart = edges_apart<0>(row, size, at, a, tumbled.d, epsilon);
  if (any(apart)) return 6 + first_lane(apart);
  apart = edges_apart<1>(row, size, at, a, tumbled.d, epsilon);
  if (any(apart)) return 9 + first_lane(apart);
  apart = edges_apart<2>(row, size, at, a, tumbled.d, epsilon);
  return any(apart) ? 12 + first_lane(apart) : kObbAxes;
}

inline bool obbs_overlap(const ObbPartner& tumbled, const ObbLanes& aligned, const Float4& epsilon) {
  return separating_axis(tumbled, aligned, epsilon) == kObbAxes;
}

}  // namespace collisionchip
