// The triangle test with a running error bound beside each coordinate: hit, miss or uncertain, never wrong.
//
// Beside every DOTADD runs a second one on magnitudes, in the same order of operations. With S = its value in
// the first stage, y = the coordinate itself and E = its value in the second stage, fed with S + |y| / 4, a
// coordinate in the unit frame is off by less than e = 2^-21 E. An answer is given only if no error of that
// size could change it; NaN and infinities compare as "uncertain". The derivation is docs/triangle_filter.md.
// Hardware: one more row of DOTADDs in each stage, an adder behind the first, and the ITU's bound logic.
#pragma once

#include "collisionchip/reference/triangle/triangle_lanes.h"

namespace collisionchip {

// NaN stays NaN.
inline Float4 at_least(Float4 v, float least) {
  return select(v < least, broadcast(least), v);
}

// The second DOTADD: |row| times magnitudes, plus the row's bound.
inline Float4 magnitude_row(const std::array<float, 4>& row, const CornerLanes& magnitudes, float bound) {
  const Float4 m0 = magnitude(broadcast(row[0])), m1 = magnitude(broadcast(row[1])),
               m2 = magnitude(broadcast(row[2]));
  return (m0 * magnitudes.x + m1 * magnitudes.y) + (m2 * magnitudes.z + broadcast(bound));
}

// Corners after the first stage.
struct BoundedCorners {
  CornerLanes value;
  CornerLanes magnitude;  // S + |y| / 4

  BoundedCorners(const Matrix34& matrix, const std::array<float, 3>& bound, const CornerLanes& corners)
      : value(transform(matrix, corners)) {
    const CornerLanes m{collisionchip::magnitude(corners.x), collisionchip::magnitude(corners.y),
                        collisionchip::magnitude(corners.z)};
    magnitude = {with_value(magnitude_row(matrix[0], m, bound[0]), value.x),
                 with_value(magnitude_row(matrix[1], m, bound[1]), value.y),
                 with_value(magnitude_row(matrix[2], m, bound[2]), value.z)};
  }

 private:
  static Float4 with_value(Float4 s, Float4 y) {
    // Below this, products that underflow would not be covered.
    constexpr float kLeast = 0x1p-112f;
    return at_least(s, kLeast) + collisionchip::magnitude(y) * 0.25f;
  }
};

// One coordinate of the corners in the unit frame, and its bound e.
struct BoundedLane {
  Float4 value, error;

  BoundedLane(const Matrix34& to_unit, const std::array<float, 3>& bound, const BoundedCorners& corners,
              int row)
      : value(transform_row(to_unit[row], corners.value)) {
    // Between these, no product of two coordinates over- or underflows beyond what e covers.
    constexpr float kLeast = 0x1p-40f, kMost = 0x1p60f;
    const Float4 e = at_least(magnitude_row(to_unit[row], corners.magnitude, bound[row]), kLeast);
    error = select(e < kMost, e * 0x1p-21f, broadcast(__builtin_inff()));
  }
  BoundedLane(Float4 v, Float4 e) : value(v), error(e) {}

  Mask4 above(Float4 limit) const { return value > limit + error; }
  Mask4 below(Float4 limit) const { return value < limit - error; }
  BoundedLane next() const { return {next_corner(value), next_corner(error)}; }
};

inline BoundedLane select(Mask4 mask, const BoundedLane& a, const BoundedLane& b) {
  return {select(mask, a.value, b.value), select(mask, a.error, b.error)};
}

// p_c * q_z - q_c * p_z of Eq. 4 with its bound, for c = x or y.
inline BoundedLane cross_product(const BoundedLane& p, const BoundedLane& pz, const BoundedLane& q,
                                 const BoundedLane& qz) {
  const Float4 value = p.value * qz.value - q.value * pz.value;
  const Float4 error = ((magnitude(p.value) + p.error) * qz.error + magnitude(qz.value) * p.error) +
                       ((magnitude(q.value) + q.error) * pz.error + magnitude(pz.value) * q.error);
  return {value, error};
}

// True in each of the three lanes.
inline bool all_three(Mask4 mask) {
  return !any(~mask & lanes_below(3));
}

// Lanes 0, 1, 2: the edges. `apart`: all corners are clearly beyond one plane through the unit triangle or
// one of its sides, so the triangles do not meet, whatever the other triangle's test says.
struct EdgeVerdicts {
  Mask4 hit{}, miss{};
  bool apart = false;
};

inline EdgeVerdicts edge_verdicts(const Matrix34& to_unit, const std::array<float, 3>& bound,
                                  const BoundedCorners& corners) {
  EdgeVerdicts verdicts;
  const Float4 zero{}, one = broadcast(1.0f);
  const BoundedLane az(to_unit, bound, corners, 2);
  const Mask4 over = az.above(zero), under = az.below(zero);
  verdicts.apart = all_three(over) || all_three(under);
  if (verdicts.apart) return verdicts;

  const BoundedLane ax(to_unit, bound, corners, 0), ay(to_unit, bound, corners, 1);
  const BoundedLane a_sum(ax.value + ay.value, ax.error + ay.error);
  const Mask4 left = ax.below(zero), front = ay.below(zero), right = a_sum.above(one);
  verdicts.apart = all_three(left) || all_three(front) || all_three(right);
  if (verdicts.apart) return verdicts;
  const auto both_ends = [](Mask4 corner) { return corner & next_corner(corner); };
  const Mask4 beside =
      both_ends(over) | both_ends(under) | both_ends(left) | both_ends(front) | both_ends(right);

  const BoundedLane bx = ax.next(), by = ay.next(), bz = az.next();
  const Mask4 ordered = az.value <= bz.value;
  const BoundedLane pz = select(ordered, az, bz), qz = select(ordered, bz, az);
  const BoundedLane x = cross_product(select(ordered, ax, bx), pz, select(ordered, bx, ax), qz);
  const BoundedLane y = cross_product(select(ordered, ay, by), pz, select(ordered, by, ay), qz);
  const BoundedLane third((qz.value - pz.value) - (x.value + y.value),
                          (x.error + y.error) + (pz.error + qz.error));

  const Mask4 rising = qz.value - pz.value > pz.error + qz.error;  // the order of the ends is certain
  const Mask4 outside = rising & (x.below(zero) | y.below(zero) | third.below(zero));
  verdicts.miss = beside | outside;
  verdicts.hit =
      pz.below(zero) & qz.above(zero) & x.above(zero) & y.above(zero) & third.above(zero) & lanes_below(3);
  return verdicts;
}

// A tumbled triangle in both frames, the first stage done once for all aligned triangles it meets.
struct BoundedTriangle {
  BoundedCorners in_aligned;
  const TriangleRecord* record;

  BoundedTriangle(const TriangleRecord& triangle, const FrameMatrices& frames)
      : in_aligned(frames.to_aligned, frames.to_aligned_bound, corner_lanes(triangle.corners)),
        record(&triangle) {}

  Verdict verdict(const TriangleRecord& aligned, const FrameMatrices& frames) const {
    const EdgeVerdicts here = edge_verdicts(aligned.to_unit, aligned.bound, in_aligned);
    if (here.apart) return Verdict::miss;
    if (any(here.hit)) return Verdict::hit;
    const BoundedCorners in_tumbled(frames.to_tumbled, frames.to_tumbled_bound,
                                    corner_lanes(aligned.corners));
    const EdgeVerdicts there = edge_verdicts(record->to_unit, record->bound, in_tumbled);
    if (there.apart) return Verdict::miss;
    if (any(there.hit)) return Verdict::hit;
    return all_three(here.miss & there.miss) ? Verdict::miss : Verdict::uncertain;
  }
};

}  // namespace collisionchip
