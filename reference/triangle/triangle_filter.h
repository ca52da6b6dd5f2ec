// The triangle test with a running error bound for each coordinate: hit, miss or uncertain, never wrong.
//
// Each DOTADD has a second one on magnitudes, with the same order of operations. S is the second one's value in
// the first stage, y the coordinate itself, and E the second one's value in the second stage, fed with S + |y| / 4. A
// coordinate in the unit frame is off by less than e = 2^-21 E. An answer is given only if no error of that
// size could change it; NaN and infinities compare as "uncertain". The derivation is in docs/exactness.md.
// Hardware: one more row of DOTADDs in each stage, an adder behind the first, and the ITU's bound logic.
#pragma once

#include "collisionchip/reference/triangle/triangle_lanes.h"

namespace collisionchip {

// NaN stays NaN.
template <typename Float>
inline Float at_least(Float v, float least) {
  return select(v < least, broadcast_to<Float>(least), v);
}

// The second DOTADD: |row| times magnitudes, plus the row's bound.
template <typename Float>
inline Float magnitude_dotadd(const std::array<Float, 3>& row, Float x, Float y, Float z, Float bound) {
  return (magnitude(row[0]) * x + magnitude(row[1]) * y) + (magnitude(row[2]) * z + bound);
}

// S + |y| / 4 of the first stage.
template <typename Float>
inline Float with_value(Float s, Float y) {
  // Below this, products that underflow would not be covered.
  constexpr float kLeast = 0x1p-112f;
  return at_least(s, kLeast) + collisionchip::magnitude(y) * 0.25f;
}

// e of the second stage, from E.
template <typename Float>
inline Float bounded_error(Float magnitudes) {
  // Between these, no product of two coordinates over- or underflows beyond what e covers.
  constexpr float kLeast = 0x1p-40f, kMost = 0x1p60f;
  const Float e = at_least(magnitudes, kLeast);
  return select(e < kMost, Float(e * 0x1p-21f), broadcast_to<Float>(__builtin_inff()));
}

// Coordinates in the unit frame, and their bounds e.
template <typename Float>
struct BoundedNumber {
  Float value, error;

  MaskOf<Float> above(Float limit) const { return value > limit + error; }
  MaskOf<Float> below(Float limit) const { return value < limit - error; }
};

template <typename Float>
inline BoundedNumber<Float> select(MaskOf<Float> mask, const BoundedNumber<Float>& a,
                                   const BoundedNumber<Float>& b) {
  return {select(mask, a.value, b.value), select(mask, a.error, b.error)};
}

template <typename Float>
inline BoundedNumber<Float> operator+(const BoundedNumber<Float>& a, const BoundedNumber<Float>& b) {
  return {a.value + b.value, a.error + b.error};
}

// p_c * q_z - q_c * p_z of Eq. 4 with its bound, for c = x or y.
template <typename Float>
inline BoundedNumber<Float> cross_product(const BoundedNumber<Float>& p, const BoundedNumber<Float>& pz,
                                          const BoundedNumber<Float>& q, const BoundedNumber<Float>& qz) {
  const Float value = p.value * qz.value - q.value * pz.value;
  const Float error = ((magnitude(p.value) + p.error) * qz.error + magnitude(qz.value) * p.error) +
                      ((magnitude(q.value) + q.error) * pz.error + magnitude(pz.value) * q.error);
  return {value, error};
}

// What is certain about the edge between two points of the unit frame, as far as the unit triangle goes.
template <typename Float>
struct CrossingVerdict {
  MaskOf<Float> outside, inside;
};

template <typename Float>
inline CrossingVerdict<Float> crossing_verdict(const std::array<BoundedNumber<Float>, 3>& a,
                                               const std::array<BoundedNumber<Float>, 3>& b) {
  const Float zero{};
  const MaskOf<Float> ordered = a[2].value <= b[2].value;
  const BoundedNumber<Float> pz = select(ordered, a[2], b[2]), qz = select(ordered, b[2], a[2]);
  const BoundedNumber<Float> x =
      cross_product(select(ordered, a[0], b[0]), pz, select(ordered, b[0], a[0]), qz);
  const BoundedNumber<Float> y =
      cross_product(select(ordered, a[1], b[1]), pz, select(ordered, b[1], a[1]), qz);
  const BoundedNumber<Float> third{(qz.value - pz.value) - (x.value + y.value),
                                   (x.error + y.error) + (pz.error + qz.error)};
  const MaskOf<Float> rising = qz.value - pz.value > pz.error + qz.error;  // the order of the ends is certain
  return {rising & (x.below(zero) | y.below(zero) | third.below(zero)),
          pz.below(zero) & qz.above(zero) & x.above(zero) & y.above(zero) & third.above(zero)};
}

// A triangle's corners in the lanes, as in CornerLanes, after the first stage.
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

  static Float4 magnitude_row(const std::array<float, 4>& row, const CornerLanes& magnitudes, float bound) {
    return magnitude_dotadd({broadcast(row[0]), broadcast(row[1]), broadcast(row[2])}, magnitudes.x,
                            magnitudes.y, magnitudes.z, broadcast(bound));
  }
};

// One coordinate of the corners in the unit frame.
struct BoundedLane : BoundedNumber<Float4> {
  BoundedLane(const Matrix34& to_unit, const std::array<float, 3>& bound, const BoundedCorners& corners,
              int row)
      : BoundedNumber{
            transform_row(to_unit[row], corners.value),
            bounded_error(BoundedCorners::magnitude_row(to_unit[row], corners.magnitude, bound[row]))} {}
  BoundedLane(Float4 v, Float4 e) : BoundedNumber{v, e} {}

  BoundedLane next() const { return {next_corner(value), next_corner(error)}; }
};

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
  const Mask4 left = ax.below(zero), front = ay.below(zero), right = (ax + ay).above(one);
  verdicts.apart = all_three(left) || all_three(front) || all_three(right);
  if (verdicts.apart) return verdicts;
  const auto both_ends = [](Mask4 corner) { return corner & next_corner(corner); };
  const Mask4 beside =
      both_ends(over) | both_ends(under) | both_ends(left) | both_ends(front) | both_ends(right);

  const CrossingVerdict<Float4> crossing =
      crossing_verdict<Float4>({ax, ay, az}, {ax.next(), ay.next(), az.next()});
  verdicts.miss = beside | crossing.outside;
  verdicts.hit = crossing.inside & lanes_below(3);
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
