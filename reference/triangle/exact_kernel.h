// The exact predicate's signs with a pair of triangles in each lane (docs/exactness.md, "The filter" and "Doubles before
// integers"). Included by exact_four.cpp, exact_eight.cpp and exact_sixteen.cpp alone, each compiled for its own processors.
#pragma once

#include <array>
#include <cstddef>

#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_lanes.h"
#include "collisionchip/reference/triangle/sign_bounds.h"

namespace collisionchip {

template <typename Lanes>
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
  using Double = typename Lanes::Double;
  using Mask = typename Lanes::Mask;
  using Vector = std::array<Double, 3>;
  using Points = std::array<Vector, 3>;
  static constexpr std::size_t kLanes = Lanes::kLanes;

  // What is known of a sign; neither and not known to be zero: nothing.
  struct Sign {
    Mask plus, minus, zero;

    Mask known() const { return plus | minus | zero; }
  };
  using Signs = std::array<Sign, 3>;
  using SignTable = std::array<Signs, 3>;
  struct Outcome {
    Mask hit, miss;
  };
  // A sum of products and that of their magnitudes.
  struct Sum {
    Double value, reach;
  };
  // A cross product, and which of its coordinates are zero.
  struct Normal {
    std::array<Sum, 3> of;
    std::array<Mask, 3> zero;
  };
  // Corner j of B less corner i of A, [j][i], and which of the coordinates are zero.
  struct Ways {
    std::array<Points, 3> of;
    std::array<std::array<std::array<Mask, 3>, 3>, 3> zero;
  };

  static constexpr std::size_t next(std::size_t i) { return i == 2 ? 0 : i + 1; }
  static Double all(double value) { return value - Double{}; }
  static Double magnitude(Double v) { return Lanes::magnitude(v); }
  static Mask is_zero(Double v) { return Lanes::equal(v, Double{}); }
  static bool none(Mask mask) { return Lanes::bits(mask) == 0; }
  static Vector difference(const Vector& p, const Vector& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }
  static Double largest(const Vector& v) {
    return Lanes::larger(Lanes::larger(magnitude(v[0]), magnitude(v[1])), magnitude(v[2]));
  }
  static Double longest(const Points& edges) {
    return Lanes::larger(Lanes::larger(largest(edges[0]), largest(edges[1])), largest(edges[2]));
  }

  static Points corners(const std::array<const float*, kLanes>& records) {
    const std::array<Double, 9> n = nine_numbers<Lanes>(records);
    return {Vector{n[0], n[1], n[2]}, Vector{n[3], n[4], n[5]}, Vector{n[6], n[7], n[8]}};
  }

  // The last lanes repeat the last pair.
  void load(std::size_t at) {
    std::array<const float*, kLanes> a, b;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t pair = at + lane < batch_.count ? at + lane : batch_.count - 1;
      a[lane] = batch_.a[pair];
      b[lane] = batch_.b[pair];
    }
    a_ = corners(a);
    magnitude_ = longest(a_);
    exact_ = ~Mask{};
    const Points still = corners(b);
    for (std::size_t axis = 0; axis < 3; ++axis) move(still, axis);
    exact_edges_ = exact_;
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges_[i] = edge(a_[i], a_[next(i)]);
      b_edges_[i] = edge(b_[i], b_[next(i)]);
    }
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t i = 0; i < 3; ++i) {
        ways_.of[j][i] = difference(b_[j], a_[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) ways_.zero[j][i][axis] = is_zero(ways_.of[j][i][axis]);
      }
    }
    least_share_ = Lanes::select(exact_, all(0x1p-49), all(__builtin_huge_val()));
    bounds_ = sign_bounds_of<Double>(magnitude_, longest(a_edges_), longest(b_edges_),
                                     largest(ways_.of[0][0]), Lanes::larger);
  }

  // Notes whether nothing was rounded: then one end and the way lead to the other end.
  Vector edge(const Vector& from, const Vector& to) {
    const Vector way = difference(to, from);
    for (std::size_t axis = 0; axis < 3; ++axis)
      exact_edges_ &= Lanes::equal(to[axis] - way[axis], from[axis]);
    return way;
  }
  // Whether a sum of two numbers, as rounded, is theirs, and which of them follows from it without rounding.
  static Mask is_exact(Double longer, Double one, Double other) {
    return Lanes::equal(longer - one, other) & Lanes::equal(longer - other, one);
  }

  // A coordinate of B's corners. Notes the largest magnitude, and whether nothing was rounded. Most poses of parts that lie flush
  // turn by right angles: of such a row two products are zero, and to add them rounds nothing.
  void move(const Points& still, std::size_t axis) {
    const auto& row = batch_.pose.r[axis];
    const Double t = all(batch_.pose.t[static_cast<int>(axis)]);
    for (std::size_t x = 0; x < 3; ++x) {
      const std::size_t y = next(x), z = next(y);
      if (row[y] == 0 && row[z] == 0) return move_along(still, axis, x, t);
    }
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vector& p = still[corner];
      const Double x = double{row[0]} * p[0], y = double{row[1]} * p[1], z = double{row[2]} * p[2];
      const Double xy = x + y, xyz = xy + z, sum = xyz + t;
      exact_ &= is_exact(xy, x, y) & is_exact(xyz, xy, z) & is_exact(sum, xyz, t);
      magnitude_ = Lanes::larger(magnitude_, ((magnitude(x) + magnitude(y)) + magnitude(z)) + magnitude(t));
      b_[corner][axis] = sum;
    }
  }
  void move_along(const Points& still, std::size_t axis, std::size_t x, Double t) {
    const double factor = batch_.pose.r[axis][x];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Double along = factor * still[corner][x], sum = along + t;
      exact_ &= is_exact(sum, along, t);
      magnitude_ = Lanes::larger(magnitude_, magnitude(along) + magnitude(t));
      b_[corner][axis] = sum;
    }
  }

  void put(std::size_t at, const Outcome& outcome) const {
    const unsigned hits = Lanes::bits(outcome.hit), misses = Lanes::bits(outcome.miss);
    for (std::size_t lane = 0; lane < kLanes && at + lane < batch_.count; ++lane)
      batch_.verdicts[at + lane] = (hits >> lane & 1u) != 0     ? Verdict::hit
                                   : (misses >> lane & 1u) != 0 ? Verdict::miss
                                                                : Verdict::uncertain;
  }

  // Beyond the bound a value has the right sign. Where corners are exact it has it beyond far less, and is zero where `vanishes`
  // says so: where all terms of the determinant are zero, with this difference of corners or with another one.
  Sign sign(const Sum& sum, Double bound, Mask vanishes) const {
    const Double least = Lanes::smaller(bound, least_share_ * sum.reach);
    return {Lanes::less(least, sum.value), Lanes::less(sum.value, -least), exact_ & vanishes};
  }
  static Sum minor(const Vector& p, const Vector& q, std::size_t axis) {
    const std::size_t x = next(axis), y = next(x);
    const Double left = p[x] * q[y], right = p[y] * q[x];
    return {left - right, magnitude(left) + magnitude(right)};
  }
  // The cross product of two edges. Two edges with the same lengths along two axes are parallel, as seen along the third axis,
  // and have no area there: their products are equal, so the value is zero too.
  Normal cross(const Vector& p, const Vector& q) const {
    std::array<Mask, 3> same, opposite;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      same[axis] = Lanes::equal(p[axis], q[axis]);
      opposite[axis] = Lanes::equal(p[axis], -q[axis]);
    }
    Normal normal;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t x = next(axis), y = next(x);
      const Mask parallel = exact_edges_ & ((same[x] & same[y]) | (opposite[x] & opposite[y]));
      normal.of[axis] = minor(p, q, axis);
      normal.of[axis].reach = Lanes::select(parallel, Double{}, normal.of[axis].reach);
      normal.zero[axis] = is_zero(normal.of[axis].reach);
    }
    return normal;
  }
  static Sum dot(const Normal& n, const Vector& r) {
    return {(n.of[0].value * r[0] + n.of[1].value * r[1]) + n.of[2].value * r[2],
            (n.of[0].reach * magnitude(r[0]) + n.of[1].reach * magnitude(r[1])) +
                n.of[2].reach * magnitude(r[2])};
  }
  // All terms of n . (b_j - a_i) are zero.
  Mask vanishes(const Normal& n, std::size_t j, std::size_t i) const {
    const std::array<Mask, 3>& way = ways_.zero[j][i];
    return ((n.zero[0] | way[0]) & (n.zero[1] | way[1])) & (n.zero[2] | way[2]);
  }

  static Mask on_one_side(const Signs& s) {
    return (s[0].plus & s[1].plus & s[2].plus) | (s[0].minus & s[1].minus & s[2].minus);
  }
  static Mask all_zero(const Signs& s) { return s[0].zero & s[1].zero & s[2].zero; }
  static Mask all_known(const Signs& s) { return s[0].known() & s[1].known() & s[2].known(); }

  // On which side of a plane are the corners of the other triangle? For A's corners with the opposite signs, which decide as well.
  Outcome decide() const {
    const Normal a_normal = cross(a_edges_[0], a_edges_[1]), b_normal = cross(b_edges_[0], b_edges_[1]);
    Signs a_sides, b_sides;
    for (std::size_t i = 0; i < 3; ++i) {
      b_sides[i] = sign(dot(a_normal, ways_.of[i][0]), bounds_.a_plane,
                        vanishes(a_normal, i, 0) | vanishes(a_normal, i, 1) | vanishes(a_normal, i, 2));
      a_sides[i] = sign(dot(b_normal, ways_.of[0][i]), bounds_.b_plane,
                        vanishes(b_normal, 0, i) | vanishes(b_normal, 1, i) | vanishes(b_normal, 2, i));
    }
    const Mask apart = on_one_side(b_sides) | on_one_side(a_sides);
    const Mask known = all_known(a_sides) & all_known(b_sides) & ~apart;
    const Mask flat = known & all_zero(a_sides) & all_zero(b_sides), across = known & ~flat;
    Outcome outcome{Mask{}, apart};
    if (!none(across)) add(outcome, pierce(a_sides, b_sides), across);
    if (!none(flat)) add(outcome, meet_in_plane(a_normal, b_normal), flat);
    return outcome;
  }
  static void add(Outcome& sum, const Outcome& more, Mask where) {
    sum.hit |= more.hit & where;
    sum.miss |= more.miss & where;
  }

  // Some edge that straddles the other plane passes inside the other triangle.
  Outcome pierce(const Signs& a_sides, const Signs& b_sides) const {
    SignTable twists;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const Normal across = cross(a_edges_[i], b_edges_[j]);
        twists[i][j] = sign(dot(across, ways_.of[j][i]), bounds_.twist,
                            vanishes(across, j, i) | vanishes(across, next(j), i) |
                                vanishes(across, j, next(i)) | vanishes(across, next(j), next(i)));
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
  static void note_edge(Outcome& outcome, Mask straddles, const Signs& twists) {
    const Mask beside = (twists[0].plus | twists[1].plus | twists[2].plus) &
                        (twists[0].minus | twists[1].minus | twists[2].minus);
    outcome.hit |= straddles & ~beside & all_known(twists);
    outcome.miss &= ~straddles | beside;
  }

  // Coordinates as seen along an axis, and which of them are zero.
  struct Flat {
    std::array<Double, 2> of;
    std::array<Mask, 2> zero;
  };
  // Which axis: x, y or else z.
  struct View {
    Mask x, y;

    Double of(Double of_x, Double of_y, Double of_z) const {
      return Lanes::select(x, of_x, Lanes::select(y, of_y, of_z));
    }
    std::array<Double, 2> flat(const Vector& p) const { return {of(p[1], p[2], p[0]), of(p[2], p[0], p[1])}; }
  };
  static Flat way(const std::array<Double, 2>& from, const std::array<Double, 2>& to) {
    const Double u = to[0] - from[0], v = to[1] - from[1];
    return {{u, v}, {is_zero(u), is_zero(v)}};
  }

  // Two triangles in a common plane, with exact corners, seen along the axis along which their normals are longest.
  Outcome meet_in_plane(const Normal& a_normal, const Normal& b_normal) const {
    Vector lengths;
    for (std::size_t axis = 0; axis < 3; ++axis)
      lengths[axis] = magnitude(a_normal.of[axis].value) + magnitude(b_normal.of[axis].value);
    const Mask x = ~(Lanes::less(lengths[0], lengths[1]) | Lanes::less(lengths[0], lengths[2])),
               y = ~(x | Lanes::less(lengths[1], lengths[2]));
    const View view{x, y};
    // One of the two has an area that is seen.
    const auto seen = [&](const std::array<Sum, 3>& n) {
      return Lanes::less(0x1p-49 * view.of(n[0].reach, n[1].reach, n[2].reach),
                         magnitude(view.of(n[0].value, n[1].value, n[2].value)));
    };
    const Mask faces = seen(a_normal.of) | seen(b_normal.of);
    SignTable beside_a, beside_b;  // [edge][corner of the other triangle]
    see_flat(view, beside_a, beside_b);
    Outcome outcome = edges_meet(beside_a, beside_b);
    note_inside(outcome, {beside_a[0][0], beside_a[1][0], beside_a[2][0]});
    note_inside(outcome, {beside_b[0][0], beside_b[1][0], beside_b[2][0]});
    return {outcome.hit & faces, outcome.miss & faces};
  }
  // On which side of the other triangle's edges the corners lie; corners of A have opposite signs, which decide equally well.
  void see_flat(const View& view, SignTable& beside_a, SignTable& beside_b) const {
    std::array<std::array<Double, 2>, 3> a, b;
    for (std::size_t i = 0; i < 3; ++i) {
      a[i] = view.flat(a_[i]);
      b[i] = view.flat(b_[i]);
    }
    std::array<Flat, 3> a_edges, b_edges;
    std::array<std::array<Flat, 3>, 3> ways;  // from corner i of A to corner j of B, [j][i]
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges[i] = way(a[i], a[next(i)]);
      b_edges[i] = way(b[i], b[next(i)]);
      for (std::size_t j = 0; j < 3; ++j) ways[j][i] = way(a[i], b[j]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        beside_a[i][j] = beside(a_edges[i], ways[j][i], ways[j][next(i)]);
        beside_b[j][i] = beside(b_edges[j], ways[j][i], ways[next(j)][i]);
      }
    }
  }
  // On which side of an edge a point lies, from its ways from the edge's first end and from its second.
  Sign beside(const Flat& edge, const Flat& way, const Flat& other) const {
    const Double left = edge.of[0] * way.of[1], right = edge.of[1] * way.of[0];
    const Mask vanishes = ((edge.zero[0] | other.zero[1]) & (edge.zero[1] | other.zero[0])) |
                          ((edge.zero[0] | way.zero[1]) & (edge.zero[1] | way.zero[0]));
    return sign({left - right, magnitude(left) + magnitude(right)}, bounds_.flat, vanishes);
  }

  Outcome edges_meet(const SignTable& beside_a, const SignTable& beside_b) const {
    Outcome outcome{Mask{}, ~Mask{}};
    const auto same = [](const Sign& p, const Sign& q) { return (p.plus & q.plus) | (p.minus & q.minus); };
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const Sign &b_from = beside_a[i][j], &b_to = beside_a[i][next(j)], &a_from = beside_b[j][i],
                   &a_to = beside_b[j][next(i)];
        const Mask in_line = b_from.zero & b_to.zero & a_from.zero & a_to.zero;
        Mask parted = same(b_from, b_to) | same(a_from, a_to);
        if (!none(in_line)) parted |= in_line & boxes_apart(i, j);
        outcome.hit |= ~parted & b_from.known() & b_to.known() & a_from.known() & a_to.known();
        outcome.miss &= parted;
      }
    }
    return outcome;
  }
  // Whether the boxes of A's edge i and B's edge j are apart.
  Mask boxes_apart(std::size_t i, std::size_t j) const {
    Mask apart{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Double p = a_[i][axis], q = a_[next(i)][axis], r = b_[j][axis], s = b_[next(j)][axis];
      apart |= Lanes::less(Lanes::larger(r, s), Lanes::smaller(p, q)) |
               Lanes::less(Lanes::larger(p, q), Lanes::smaller(r, s));
    }
    return apart;
  }
  // Whether a corner of one triangle lies strictly inside the other.
  static void note_inside(Outcome& outcome, const Signs& beside) {
    outcome.hit |= on_one_side(beside);
    outcome.miss &= (beside[0].zero | beside[1].zero | beside[2].zero) |
                    ((beside[0].plus | beside[1].plus | beside[2].plus) &
                     (beside[0].minus | beside[1].minus | beside[2].minus));
  }

  const ExactBatch& batch_;
  Points a_, b_, a_edges_, b_edges_;
  Ways ways_;
  Double magnitude_;
  Double
      least_share_;  // of its reach, beyond which a sum has the right sign; infinite where corners are not exact
  Mask exact_, exact_edges_;  // B's moved corners were not rounded; no edge was rounded
  SignBoundsOf<Double> bounds_;
};

}  // namespace collisionchip
