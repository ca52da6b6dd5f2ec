#include "collisionchip/reference/aabb/triangle_box_test.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/aabb/box_overlap.h"
#include "collisionchip/reference/aabb/map_reach.h"

namespace collisionchip {

namespace {

constexpr float kLeast = static_cast<float>(kLeastMargin);

Float4 least_of(Float4 a, Float4 b) {
  return select(a < b, a, b);
}
Float4 most_of(Float4 a, Float4 b) {
  return select(a > b, a, b);
}
// Over the first three lanes, in each of them.
Float4 least_lane(Float4 v) {
  return least_of(least_of(v, yzx(v)), zxy(v));
}
Float4 most_lane(Float4 v) {
  return most_of(most_of(v, yzx(v)), zxy(v));
}
Float4 gather(const std::array<Float4, 3>& from) {
  return Float4{from[0][0], from[1][0], from[2][0], 0};
}

}  // namespace

TriangleBoxTest::TriangleBoxTest(const RigidMap& map, const Aabb& triangles_root, const Aabb& boxes_root,
                                 Bias bias) {
  const MapReach reach(map, triangles_root, boxes_root);
  Triple margin{};
  for (std::size_t i = 0; i < 3; ++i) {
    rows_[i] = {reach.r[i][0], reach.r[i][1], reach.r[i][2], reach.t[i]};
    // The tests' own arithmetic takes 11 units at most.
    if (bias != Bias::none)
      margin[i] = 12 * kFloat32Unit * (reach.moved[i] + reach.other[i]) + reach.error[i] + kLeastMargin;
  }
  face_margin_ = MapReach::lanes_of(margin, reach.largest());
  // The normal's projection has three factors of this size.
  margin_ = MapReach::lanes_of(margin, reach.largest() < 0x1p38 ? 0 : HUGE_VAL);
}

TriangleBoxTest::TriangleBoxTest(const Numbers& numbers) {
  const float* next = numbers.data();
  for (auto& row : rows_) {
    for (std::size_t j = 0; j < 3; ++j) row[j] = *next++;
  }
  for (auto& row : rows_) row[3] = *next++;
  face_margin_ = Float4{next[0], next[1], next[2], HUGE_VALF};
  margin_ = Float4{next[3], next[4], next[5], HUGE_VALF};
}

TriangleBoxTest::Numbers TriangleBoxTest::numbers() const {
  Numbers numbers;
  float* next = numbers.data();
  for (const auto& row : rows_) next = std::copy_n(row.begin(), 3, next);
  for (const auto& row : rows_) *next++ = row[3];
  for (const Float4& margin : {face_margin_, margin_}) {
    for (std::size_t lane = 0; lane < 3; ++lane) *next++ = margin[lane];
  }
  return numbers;
}

void TriangleBoxTest::move(const std::array<Vec3f, 3>& corners, Moved& out) const {
  const auto lanes = [&](int axis) {
    return Float4{corners[0][axis], corners[1][axis], corners[2][axis], corners[0][axis]};
  };
  const Float4 x = lanes(0), y = lanes(1), z = lanes(2);
  std::array<Float4, 3> low, high;
  for (std::size_t i = 0; i < 3; ++i) {
    out.corners[i] = (x * rows_[i][0] + y * rows_[i][1]) + (z * rows_[i][2] + rows_[i][3]);
    low[i] = least_lane(out.corners[i]);
    high[i] = most_lane(out.corners[i]);
  }
  out.low = gather(low) - face_margin_;
  out.high = gather(high) + face_margin_;
  out.is_complete = false;
}

void TriangleBoxTest::complete(Moved& triangle) {
  triangle.is_complete = true;
  for (std::size_t i = 0; i < 3; ++i) {
    triangle.edges[i] = yzx(triangle.corners[i]) - triangle.corners[i];
    triangle.edge_sizes[i] = magnitude(triangle.edges[i]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
    const Float4 p = triangle.corners[next], q = triangle.corners[last];
    const Float4 f = triangle.edges[next], g = triangle.edges[last];
    // An edge's own corners project to the same number: one of them, and the corner opposite.
    const Float4 own = f * q - g * p, opposite = f * zxy(q) - g * zxy(p);
    triangle.least[i] = least_of(own, opposite) - broadcast(kLeast);
    triangle.most[i] = most_of(own, opposite) + broadcast(kLeast);
  }
  std::array<float, 3>& n = triangle.normal;
  for (std::size_t i = 0; i < 3; ++i) {
    const Float4 f = triangle.edges[(i + 1) % 3], g = triangle.edges[(i + 2) % 3];
    n[i] = f[0] * g[1] - g[0] * f[1];
  }
  const auto& c = triangle.corners;
  const Float4 along = (c[0] * n[0] + c[1] * n[1]) + c[2] * n[2];
  triangle.normal_least = least_lane(along)[0] - kLeast;
  triangle.normal_most = most_lane(along)[0] + kLeast;
}

template <std::size_t kAxis>
Mask4 TriangleBoxTest::edges_part(const Moved& triangle, Float4 c, Float4 h) {
  constexpr std::size_t kNext = (kAxis + 1) % 3, kLast = (kAxis + 2) % 3;
  const Float4 centre = triangle.edges[kNext] * c[kLast] - triangle.edges[kLast] * c[kNext];
  const Float4 reach = triangle.edge_sizes[kNext] * h[kLast] + triangle.edge_sizes[kLast] * h[kNext];
  return (triangle.least[kAxis] - centre > reach) | (centre - triangle.most[kAxis] > reach);
}

bool TriangleBoxTest::normal_parts(const Moved& triangle, Float4 c, Float4 h) {
  const std::array<float, 3>& n = triangle.normal;
  const float centre = (n[0] * c[0] + n[1] * c[1]) + n[2] * c[2];
  const float reach = (std::abs(n[0]) * h[0] + std::abs(n[1]) * h[1]) + std::abs(n[2]) * h[2];
  return triangle.normal_least - centre > reach || centre - triangle.normal_most > reach;
}

bool TriangleBoxTest::overlap(Moved& triangle, Float4 low, Float4 high) const {
  if (any((triangle.low > high) | (triangle.high < low))) return false;
  if (!triangle.is_complete) complete(triangle);
  const Float4 c = centre_of(low, high), h = half_side_of(low, high) + margin_;
  if (any(edges_part<0>(triangle, c, h)) || any(edges_part<1>(triangle, c, h)) ||
      any(edges_part<2>(triangle, c, h)))
    return false;
  return !normal_parts(triangle, c, h);
}

int TriangleBoxTest::separating_axis(Moved& triangle, Float4 low, Float4 high) const {
  if (!triangle.is_complete) complete(triangle);
  const Float4 c = centre_of(low, high), h = half_side_of(low, high) + margin_;
  const std::array<Mask4, 4> apart = {(triangle.low > high) | (triangle.high < low),
                                      edges_part<0>(triangle, c, h), edges_part<1>(triangle, c, h),
                                      edges_part<2>(triangle, c, h)};
  for (int axis = 0; axis < kAxes - 1; ++axis) {
    if (apart[static_cast<std::size_t>(axis) / 3][axis % 3] != 0) return axis;
  }
  return normal_parts(triangle, c, h) ? kAxes - 1 : kAxes;
}

}  // namespace collisionchip
