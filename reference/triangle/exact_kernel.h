// The exact predicate's signs with a pair of triangles in each lane (docs/exactness.md, "The filter" and "Doubles before
// integers"). Included by exact_four.cpp, exact_eight.cpp and exact_sixteen.cpp alone, each compiled for its own processors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/sign_bounds.h"
#include "collisionchip/reference/triangle/transposed.h"

namespace collisionchip {

template <int kLanes>
struct DoublesOf {
  typedef double Double __attribute__((vector_size(8 * kLanes)));  // an alias would lose the attribute
};

template <int kLanes>
class ExactKernel {
 public:
  explicit ExactKernel(const ExactBatch& batch) : batch_(batch) {}

  void run() {
    for (std::size_t at = 0; at < batch_.count; at += kLanes) {
      load(at);
      put(at, decide());
    }
  }

 private:
  using Double = typename DoublesOf<kLanes>::Double;
  using Mask = MaskOf<Double>;
  using Vector = std::array<Double, 3>;
  using Points = std::array<Vector, 3>;

  // What is known of a sign; neither and not known to be zero: nothing.
  struct Sign {
    Mask plus, minus, zero;

    Mask known() const { return plus | minus | zero; }
  };
  struct Outcome {
    Mask hit, miss;
  };
  // A sum of products and that of their magnitudes.
  struct Sum {
    Double value, reach;
  };

  static constexpr std::size_t next(std::size_t i) { return i == 2 ? 0 : i + 1; }
  static Double all(double value) { return value - Double{}; }
  static Double magnitude(Double v) {
    return reinterpret_cast<Double>(reinterpret_cast<Mask>(v) & 0x7fffffffffffffff);
  }
  static Double larger(Double p, Double q) { return p > q ? p : q; }
  static Double smaller(Double p, Double q) { return p < q ? p : q; }
  static Vector difference(const Vector& p, const Vector& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }
  static Double largest(const Vector& v) {
    return larger(larger(magnitude(v[0]), magnitude(v[1])), magnitude(v[2]));
  }
  static Double longest(const Points& edges) {
    return larger(larger(largest(edges[0]), largest(edges[1])), largest(edges[2]));
  }
  static bool none(Mask mask) {
    std::int64_t lanes[kLanes], sum = 0;
    std::memcpy(lanes, &mask, sizeof lanes);
    for (const std::int64_t lane : lanes) sum |= lane;
    return sum == 0;
  }

  using Records = typename Transposed<kLanes>::Records;
  static Points corners(const Records& records) {
    const Transposed<kLanes> p(records, 0), q(records, 4), r(records, 8);
    const auto number = [](typename Transposed<kLanes>::Float v) {
      return __builtin_convertvector(v, Double);
    };
    return {Vector{number(p[0]), number(p[1]), number(p[2])},
            Vector{number(p[3]), number(q[0]), number(q[1])},
            Vector{number(q[2]), number(q[3]), number(r[0])}};
  }

  // The last lanes repeat the last pair.
  void load(std::size_t at) {
    Records a, b;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t pair = at + lane < batch_.count ? at + lane : batch_.count - 1;
      a[lane] = batch_.a[pair];
      b[lane] = batch_.b[pair];
    }
    a_ = corners(a);
    const Points still = corners(b);
    magnitude_ = longest(a_);
    exact_ = ~Mask{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (std::size_t axis = 0; axis < 3; ++axis) b_[corner][axis] = moved(still[corner], axis);
    }
    exact_edges_ = exact_;
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges_[i] = edge(a_[i], a_[next(i)]);
      b_edges_[i] = edge(b_[i], b_[next(i)]);
    }
    bounds_ = sign_bounds_of<Double>(magnitude_, longest(a_edges_), longest(b_edges_),
                                     largest(difference(b_[0], a_[0])), larger);
  }

  // Notes whether nothing was rounded.
  Vector edge(const Vector& from, const Vector& to) {
    const Vector way = difference(to, from);
    for (std::size_t axis = 0; axis < 3; ++axis) exact_edges_ &= is_exact(to[axis], way[axis], from[axis]);
    return way;
  }
  // Whether a sum of two numbers, as rounded, is theirs, and which of them follows from it without rounding.
  static Mask is_exact(Double longer, Double one, Double other) {
    return (longer - one == other) & (longer - other == one);
  }

  // Notes the largest magnitude, and whether nothing was rounded.
  Double moved(const Vector& p, std::size_t axis) {
    const auto& row = batch_.pose.r[axis];
    const Double t = all(batch_.pose.t[static_cast<int>(axis)]);
    const Double x = double{row[0]} * p[0], y = double{row[1]} * p[1], z = double{row[2]} * p[2];
    const Double xy = x + y, xyz = xy + z, sum = xyz + t;
    exact_ &= is_exact(xy, x, y) & is_exact(xyz, xy, z) & is_exact(sum, xyz, t);
    magnitude_ = larger(magnitude_, ((magnitude(x) + magnitude(y)) + magnitude(z)) + magnitude(t));
    return sum;
  }

  void put(std::size_t at, const Outcome& outcome) const {
    std::int64_t hits[kLanes], misses[kLanes];
    std::memcpy(hits, &outcome.hit, sizeof hits);
    std::memcpy(misses, &outcome.miss, sizeof misses);
    for (std::size_t lane = 0; lane < kLanes && at + lane < batch_.count; ++lane)
      batch_.verdicts[at + lane] = hits[lane] != 0     ? Verdict::hit
                                   : misses[lane] != 0 ? Verdict::miss
                                                       : Verdict::uncertain;
  }

  // Beyond the bound a value has the right sign. Where corners are exact it has it beyond far less, and is zero where all its
  // terms are, or where `vanishes` says so: all terms of the same determinant with a difference of other corners, for instance.
  Sign sign(const Sum& sum, Double bound, Mask vanishes) const {
    const Double least = 0x1p-49 * sum.reach;
    const Mask zero = exact_ & (vanishes | (sum.reach == 0));
    const Mask plus = (sum.value > bound) | (exact_ & (sum.value > least)),
               minus = (sum.value < -bound) | (exact_ & (sum.value < -least));
    return {plus & ~zero, minus & ~zero, zero};
  }
  static Sum minor(const Vector& p, const Vector& q, std::size_t axis) {
    const std::size_t x = next(axis), y = next(x);
    const Double left = p[x] * q[y], right = p[y] * q[x];
    return {left - right, magnitude(left) + magnitude(right)};
  }
  // Of edges. Two that are parallel as they are seen along an axis, because they have the same lengths, have no area there.
  Sum edge_minor(const Vector& p, const Vector& q, std::size_t axis) const {
    const std::size_t x = next(axis), y = next(x);
    Sum sum = minor(p, q, axis);
    const Mask parallel =
        exact_edges_ & (((p[x] == q[x]) & (p[y] == q[y])) | ((p[x] == -q[x]) & (p[y] == -q[y])));
    sum.reach = parallel ? Double{} : sum.reach;
    return sum;
  }
  std::array<Sum, 3> cross(const Vector& p, const Vector& q) const {
    return {edge_minor(p, q, 0), edge_minor(p, q, 1), edge_minor(p, q, 2)};
  }
  static Sum dot(const std::array<Sum, 3>& n, const Vector& r) {
    return {(n[0].value * r[0] + n[1].value * r[1]) + n[2].value * r[2],
            (n[0].reach * magnitude(r[0]) + n[1].reach * magnitude(r[1])) + n[2].reach * magnitude(r[2])};
  }

  // All terms of n . (p - corner) are zero, for one of a triangle's corners.
  static Mask vanishes_from(const std::array<Sum, 3>& n, const Vector& p, const Vector& corner) {
    const Vector r = difference(p, corner);
    return (zero_term(n[0], r[0]) & zero_term(n[1], r[1])) & zero_term(n[2], r[2]);
  }
  static Mask zero_term(const Sum& factor, Double other) { return (factor.reach == 0) | (other == 0); }
  // On which side of a plane are the corners of the other triangle?
  using Sides = std::array<Sign, 3>;
  Sides sides(const Points& of, const Points& edges, const Points& corners, Double bound) const {
    const std::array<Sum, 3> normal = cross(edges[0], edges[1]);
    Sides sides;
    for (std::size_t i = 0; i < 3; ++i)
      sides[i] = sign(dot(normal, difference(corners[i], of[0])), bound,
                      vanishes_from(normal, corners[i], of[0]) | vanishes_from(normal, corners[i], of[1]) |
                          vanishes_from(normal, corners[i], of[2]));
    return sides;
  }
  static Mask on_one_side(const Sides& s) {
    return (s[0].plus & s[1].plus & s[2].plus) | (s[0].minus & s[1].minus & s[2].minus);
  }
  static Mask all_zero(const Sides& s) { return s[0].zero & s[1].zero & s[2].zero; }
  static Mask all_known(const Sides& s) { return s[0].known() & s[1].known() & s[2].known(); }

  Outcome decide() const {
    const Sides b_sides = sides(a_, a_edges_, b_, bounds_.a_plane),
                a_sides = sides(b_, b_edges_, a_, bounds_.b_plane);
    const Mask apart = on_one_side(b_sides) | on_one_side(a_sides);
    const Mask known = all_known(a_sides) & all_known(b_sides) & ~apart;
    const Mask flat = known & all_zero(a_sides) & all_zero(b_sides), across = known & ~flat;
    Outcome outcome{Mask{}, apart};
    if (!none(across)) add(outcome, pierce(a_sides, b_sides), across);
    if (!none(flat)) add(outcome, meet_in_plane(), flat);
    return outcome;
  }
  static void add(Outcome& sum, const Outcome& more, Mask where) {
    sum.hit |= more.hit & where;
    sum.miss |= more.miss & where;
  }

  // Some edge that straddles the other plane passes inside the other triangle.
  Outcome pierce(const Sides& a_sides, const Sides& b_sides) const {
    std::array<Sides, 3> twists;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const std::array<Sum, 3> across = cross(a_edges_[i], b_edges_[j]);
        const Mask vanishes =
            vanishes_from(across, b_[j], a_[i]) | vanishes_from(across, b_[next(j)], a_[i]) |
            vanishes_from(across, b_[j], a_[next(i)]) | vanishes_from(across, b_[next(j)], a_[next(i)]);
        twists[i][j] = sign(dot(across, difference(b_[j], a_[i])), bounds_.twist, vanishes);
      }
    }
    Outcome outcome{Mask{}, ~Mask{}};
    for (std::size_t i = 0; i < 3; ++i) {
      note_edge(outcome, straddles(a_sides[i], a_sides[next(i)]), twists[i]);
      note_edge(outcome, straddles(b_sides[i], b_sides[next(i)]), {twists[0][i], twists[1][i], twists[2][i]});
    }
    return outcome;
  }
  static Mask straddles(const Sign& from, const Sign& to) {
    return ~((from.plus & to.plus) | (from.minus & to.minus) | (from.zero & to.zero));
  }
  static void note_edge(Outcome& outcome, Mask straddles, const Sides& twists) {
    const Mask beside = (twists[0].plus | twists[1].plus | twists[2].plus) &
                        (twists[0].minus | twists[1].minus | twists[2].minus);
    outcome.hit |= straddles & ~beside & all_known(twists);
    outcome.miss &= ~straddles | beside;
  }

  // Two triangles in a common plane, with exact corners, seen along the axis along which their normals are longest.
  Outcome meet_in_plane() const {
    const std::array<Sum, 3> a_normal = cross(a_edges_[0], a_edges_[1]),
                             b_normal = cross(b_edges_[0], b_edges_[1]);
    std::array<Double, 3> lengths;
    for (std::size_t axis = 0; axis < 3; ++axis)
      lengths[axis] = magnitude(a_normal[axis].value) + magnitude(b_normal[axis].value);
    const Mask x = (lengths[0] >= lengths[1]) & (lengths[0] >= lengths[2]),
               y = ~x & (lengths[1] >= lengths[2]);
    // One of the two has an area that is seen.
    const auto seen = [&](const std::array<Sum, 3>& n) {
      const Double value = x   ? n[0].value
                           : y ? n[1].value
                               : n[2].value,
                   reach = x   ? n[0].reach
                           : y ? n[1].reach
                               : n[2].reach;
      return magnitude(value) > 0x1p-49 * reach;
    };
    const Mask faces = seen(a_normal) | seen(b_normal);
    const auto flat = [&](const Vector& p) {
      return std::array{x ? p[1] : y ? p[2] : p[0], x ? p[2] : y ? p[0] : p[1]};
    };
    std::array<Sides, 3> beside_a, beside_b;  // [edge][corner of the other triangle]
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        beside_a[i][j] =
            beside(flat(a_edges_[i]), flat(difference(b_[j], a_[i])), flat(difference(b_[j], a_[next(i)])));
        beside_b[j][i] =
            beside(flat(b_edges_[j]), flat(difference(a_[i], b_[j])), flat(difference(a_[i], b_[next(j)])));
      }
    }
    Outcome outcome = edges_meet(beside_a, beside_b);
    note_inside(outcome, {beside_a[0][0], beside_a[1][0], beside_a[2][0]});
    note_inside(outcome, {beside_b[0][0], beside_b[1][0], beside_b[2][0]});
    return {outcome.hit & faces, outcome.miss & faces};
  }
  // Where a point lies beside an edge, from its ways from the edge's first end and from its second.
  using Flat = std::array<Double, 2>;
  Sign beside(const Flat& edge, const Flat& way, const Flat& other) const {
    const Double left = edge[0] * way[1], right = edge[1] * way[0];
    const Mask vanishes = ((edge[0] == 0) | (other[1] == 0)) & ((edge[1] == 0) | (other[0] == 0));
    return sign({left - right, magnitude(left) + magnitude(right)}, bounds_.flat, vanishes);
  }

  Outcome edges_meet(const std::array<Sides, 3>& beside_a, const std::array<Sides, 3>& beside_b) const {
    Outcome outcome{Mask{}, ~Mask{}};
    const auto same = [](const Sign& p, const Sign& q) { return (p.plus & q.plus) | (p.minus & q.minus); };
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const Sign &b_from = beside_a[i][j], &b_to = beside_a[i][next(j)], &a_from = beside_b[j][i],
                   &a_to = beside_b[j][next(i)];
        const Mask in_line = b_from.zero & b_to.zero & a_from.zero & a_to.zero;
        const Mask parted = same(b_from, b_to) | same(a_from, a_to) | (in_line & ~boxes_overlap(i, j));
        outcome.hit |= ~parted & b_from.known() & b_to.known() & a_from.known() & a_to.known();
        outcome.miss &= parted;
      }
    }
    return outcome;
  }
  // Of edge i of A and edge j of B.
  Mask boxes_overlap(std::size_t i, std::size_t j) const {
    Mask overlap = ~Mask{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Double p = a_[i][axis], q = a_[next(i)][axis], r = b_[j][axis], s = b_[next(j)][axis];
      overlap &= (smaller(p, q) <= larger(r, s)) & (smaller(r, s) <= larger(p, q));
    }
    return overlap;
  }
  // A corner of one strictly inside the other.
  static void note_inside(Outcome& outcome, const Sides& beside) {
    outcome.hit |= on_one_side(beside);
    outcome.miss &= (beside[0].zero | beside[1].zero | beside[2].zero) |
                    ((beside[0].plus | beside[1].plus | beside[2].plus) &
                     (beside[0].minus | beside[1].minus | beside[2].minus));
  }

  const ExactBatch& batch_;
  Points a_, b_, a_edges_, b_edges_;
  Double magnitude_;
  Mask exact_, exact_edges_;  // B's moved corners were not rounded, nor was any edge
  SignBoundsOf<Double> bounds_;
};

}  // namespace collisionchip
