#include "collisionchip/reference/groups/small_triangle_test.h"

#include <algorithm>
#include <cstdlib>

namespace collisionchip {

namespace {

// Above this, in eighths, nothing is certain anyway.
constexpr std::int64_t kMostError = 1 << 12;

SmallVector operator-(const SmallVector& a, const SmallVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
SmallVector cross(const SmallVector& a, const SmallVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::int64_t dot(const SmallVector& a, const SmallVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
std::int64_t sum_abs(const SmallVector& a) {
  return std::abs(a[0]) + std::abs(a[1]) + std::abs(a[2]);
}
std::int64_t divided_up(std::int64_t value, int shift) {
  return (value + (std::int64_t{1} << shift) - 1) >> shift;
}

// Signs about the planes: of the tumbled corners about the aligned triangle's plane, and the other way round.
struct PlaneSigns {
  std::array<int, 3> tumbled, aligned;
};
bool all_beyond(const std::array<int, 3>& signs) {
  return signs[0] != 0 && signs[0] == signs[1] && signs[1] == signs[2];
}

PlaneSigns plane_signs(const SmallTrianglePair& p) {
  PlaneSigns signs{};
  const auto& t = p.tumbled;
  const auto& a = p.aligned;
  for (std::size_t i = 0; i < 3; ++i) {
    signs.tumbled[i] = certain_sign({a[1] - a[0], a[2] - a[0], t[i] - a[0]},
                                    {p.aligned_error, p.aligned_error, p.mixed_error});
    signs.aligned[i] = certain_sign({t[1] - t[0], t[2] - t[0], a[i] - t[0]},
                                    {p.tumbled_error, p.tumbled_error, p.mixed_error});
  }
  return signs;
}

// twists[i][k]: how edge i of the tumbled triangle passes edge k of the aligned one.
using Twists = std::array<std::array<int, 3>, 3>;

Twists twists_of(const SmallTrianglePair& p) {
  Twists twists{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const SmallVector &from = p.tumbled[i], &to = p.tumbled[(i + 1) % 3], &corner = p.aligned[k];
      twists[i][k] = certain_sign({p.aligned[(k + 1) % 3] - corner, from - corner, to - corner},
                                  {p.aligned_error, p.mixed_error, p.mixed_error});
    }
  }
  return twists;
}

// An edge whose ends lie so about the other plane, and which passes the other edges so.
Verdict edge_verdict(int from, int to, int first, int second, int third) {
  if (from != 0 && from == to) return Verdict::miss;
  const bool positive = first > 0 || second > 0 || third > 0, negative = first < 0 || second < 0 || third < 0;
  if (positive && negative) return Verdict::miss;
  const bool certain = first != 0 && second != 0 && third != 0;
  return certain && from != 0 && to != 0 ? Verdict::hit : Verdict::uncertain;
}

}  // namespace

SmallTrianglePair small_pair(const MovedTriangle& tumbled, const PlacedTriangle& aligned,
                             std::int64_t corner_error, int bits) {
  const GridPoint& origin = aligned.corners[0];
  std::int64_t largest = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      largest = std::max({largest, std::abs(tumbled.corners[c][axis] - origin[axis]),
                          std::abs(aligned.corners[c][axis] - origin[axis])});
    }
  }
  SmallTrianglePair pair;
  int& shift = pair.shift;
  while (divided_up(largest, shift) >= std::int64_t{1} << (bits - 1)) ++shift;
  const std::int64_t half = shift > 0 ? std::int64_t{1} << (shift - 1) : 0;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      pair.tumbled[c][axis] = (tumbled.corners[c][axis] - origin[axis] + half) >> shift;
      pair.aligned[c][axis] = (aligned.corners[c][axis] - origin[axis] + half) >> shift;
    }
  }
  // The error of one coordinate, in eighths: corner_error units if tumbled, half a unit if aligned. If places are cut off,
  // half of the last place is added.
  const std::int64_t rounding = shift > 0 ? 4 : 0;
  const std::int64_t of_tumbled = divided_up(8 * corner_error, shift) + rounding,
                     of_aligned = divided_up(4, shift) + rounding;
  pair.tumbled_error = 2 * of_tumbled;
  pair.mixed_error = of_tumbled + of_aligned;
  pair.aligned_error = 2 * of_aligned;
  return pair;
}

int certain_sign(const std::array<SmallVector, 3>& vectors, const std::array<std::int64_t, 3>& errors) {
  const auto& [u, v, w] = vectors;
  const SmallVector uv = cross(u, v), vw = cross(v, w), wu = cross(w, u);
  const auto [eu, ev, ew] = errors;
  if (std::max({eu, ev, ew}) > kMostError) return 0;
  const std::int64_t bound = eu * sum_abs(vw) + ev * sum_abs(wu) + ew * sum_abs(uv);
  const std::int64_t determinant = 8 * dot(w, uv);
  return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}

Verdict small_triangle_verdict(const SmallTrianglePair& pair) {
  const PlaneSigns planes = plane_signs(pair);
  if (all_beyond(planes.tumbled) || all_beyond(planes.aligned)) return Verdict::miss;
  const Twists twists = twists_of(pair);
  bool all_miss = true;
  for (std::size_t e = 0; e < 3; ++e) {
    const std::size_t next = (e + 1) % 3;
    const Verdict of_tumbled =
        edge_verdict(planes.tumbled[e], planes.tumbled[next], twists[e][0], twists[e][1], twists[e][2]);
    const Verdict of_aligned =
        edge_verdict(planes.aligned[e], planes.aligned[next], twists[0][e], twists[1][e], twists[2][e]);
    if (of_tumbled == Verdict::hit || of_aligned == Verdict::hit) return Verdict::hit;
    all_miss = all_miss && of_tumbled == Verdict::miss && of_aligned == Verdict::miss;
  }
  return all_miss ? Verdict::miss : Verdict::uncertain;
}

Verdict small_triangle_verdict(const MovedTriangle& tumbled, const PlacedTriangle& aligned,
                               std::int64_t corner_error) {
  if (!tumbled.bounded) return Verdict::uncertain;
  return small_triangle_verdict(small_pair(tumbled, aligned, corner_error));
}

}  // namespace collisionchip
