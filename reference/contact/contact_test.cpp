#include "collisionchip/reference/contact/contact_test.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/wide_integer.h"

namespace collisionchip {

namespace {

// What a pass calculates with: a coordinate, a product of two and their sums, a determinant.
struct OneLimb {
  using Coordinate = std::int64_t;
  using Cross = std::int64_t;
  using Determinant = Int128;
  static Determinant power_of_two(int bit) { return Int128{1} << bit; }
  static int sign(Int128 value) { return grid_steps::sign(value); }
};
struct ManyLimbs {
  using Coordinate = Int128;
  using Cross = WideInteger<5>;
  using Determinant = WideInteger<5>;
  static Determinant power_of_two(int bit) { return Determinant::power_of_two(bit); }
  static int sign(const Determinant& value) { return value.sign(); }
};

enum class Sign : std::int8_t { minus = -1, zero = 0, plus = 1, open = 2 };
bool is_certain(Sign sign) {
  return sign != Sign::open;
}
bool is_strict(Sign sign) {
  return sign == Sign::plus || sign == Sign::minus;
}
Sign opposite(Sign sign) {
  return sign == Sign::plus ? Sign::minus : sign == Sign::minus ? Sign::plus : sign;
}

using Signs = std::array<Sign, 3>;
bool all_beyond(const Signs& signs) {
  return is_strict(signs[0]) && signs[0] == signs[1] && signs[1] == signs[2];
}
bool all_zero(const Signs& signs) {
  return std::all_of(signs.begin(), signs.end(), [](Sign sign) { return sign == Sign::zero; });
}

// An edge that is not in one plane with the other triangle: how its ends lie about the other plane, and how it passes the
// other's edges. In the plane it is left to its neighbours.
Verdict edge_verdict(Sign from, Sign to, const Signs& twists) {
  if (is_certain(from) && from == to) return Verdict::miss;
  const auto has = [&](Sign sign) { return std::find(twists.begin(), twists.end(), sign) != twists.end(); };
  if (has(Sign::plus) && has(Sign::minus)) return Verdict::miss;
  return has(Sign::open) || !is_certain(from) || !is_certain(to) ? Verdict::uncertain : Verdict::hit;
}

// One pass. With A's first corner as the origin all fifteen determinants are sums of ten triple products of the five other
// corners. The first step has those of A's plane, with one corner of B each; the second one has the other seven.
template <typename Width>
class Pass {
 public:
  Pass(const ContactCorners& corners, int limbs, ContactOutcome& outcome)
      : cut_(cut_corners<Coordinate>(corners, limbs * kLimbBits)), outcome_(outcome) {
    outcome_.limbs = limbs;
  }
  // More bits tell nothing more.
  bool exact() const { return cut_.exact(); }

  void run() {
    constexpr std::uint32_t kInPlaneOfA = 3, kOthers = 7;
    count(cross_products() + kInPlaneOfA * triple_products());
    const Signs b_about_a = about_plane(Side::a);
    if (all_beyond(b_about_a)) return end(ContactEnd::plane, Verdict::miss);
    if (all_zero(b_about_a)) return in_plane();
    count(3 * cross_products() + kOthers * triple_products());
    const Signs a_about_b = about_plane(Side::b);
    if (all_beyond(a_about_b)) return end(ContactEnd::plane, Verdict::miss);
    if (all_zero(a_about_b)) return in_plane();
    edges(b_about_a, a_about_b);
  }

 private:
  using Coordinate = typename Width::Coordinate;
  using Cross = typename Width::Cross;
  using Determinant = typename Width::Determinant;
  enum class Side { a, b };
  // A difference of two corners, its entries off by at most so many half steps along axes that are cut.
  struct Difference {
    std::array<Coordinate, 3> at;
    int off;
  };

  void end(ContactEnd end, Verdict verdict) {
    outcome_.end = verdict == Verdict::uncertain ? ContactEnd::open : end;
    outcome_.verdict = verdict;
  }
  void count(std::uint32_t products) { outcome_.products[outcome_.steps++] = products; }
  // Products of limbs for a cross product. A triple product takes as many: a coordinate of the cross product has the limbs of
  // both factors, and goes through a multiplier once for each limb of the third vector.
  std::uint32_t cross_products() const {
    const auto [x, y, z] = cut_.limbs;
    return 2 * (x * y + y * z + z * x);
  }
  std::uint32_t triple_products() const { return cross_products(); }

  const std::array<Coordinate, 3>& corner(Side side, std::size_t i) const {
    return side == Side::a ? cut_.a[i] : cut_.b[i];
  }
  Difference difference(Side side, std::size_t i, Side from_side, std::size_t from) const {
    const auto &p = corner(side, i), &q = corner(from_side, from);
    const auto off = [&](Side s, std::size_t c) { return s == Side::a ? cut_.a_off[c] : cut_.b_off[c]; };
    return {{p[0] - q[0], p[1] - q[1], p[2] - q[2]}, off(side, i) + off(from_side, from)};
  }

  // Corners of the other triangle about this one's plane.
  Signs about_plane(Side side) {
    const Side other = side == Side::a ? Side::b : Side::a;
    const Difference u = difference(side, 1, side, 0), v = difference(side, 2, side, 0);
    Signs signs{};
    for (std::size_t i = 0; i < 3; ++i) signs[i] = determinant(u, v, difference(other, i, side, 0));
    return signs;
  }

  // Twice an error times a cofactor, at most, by the lengths of the factors.
  static Determinant cofactor_bound(const Difference& v, const Difference& w, std::size_t k, std::size_t l) {
    const auto product = [](Coordinate x, Coordinate y) {
      if (x == 0 || y == 0) return Determinant{};
      return Width::power_of_two(bit_length(magnitude(x)) + bit_length(magnitude(y)));
    };
    return product(v.at[k], w.at[l]) + product(v.at[l], w.at[k]);
  }
  Determinant error_bound(const Difference& u, const Difference& v, const Difference& w) const {
    Determinant bound{};
    const auto add = [&](int off, const Difference& p, const Difference& q) {
      for (std::size_t j = 0; j < 3 && off > 0; ++j) {
        if (!cut_.axis_cut[j]) continue;
        const Determinant one = cofactor_bound(p, q, (j + 1) % 3, (j + 2) % 3);
        bound = bound + one;
        if (off > 1) bound = bound + one;
      }
    };
    add(u.off, v, w);
    add(v.off, w, u);
    add(w.off, u, v);
    return bound;
  }

  Sign determinant(const Difference& u, const Difference& v, const Difference& w) const {
    const auto cross = [&](std::size_t k, std::size_t l) {
      return Cross(u.at[k]) * Cross(v.at[l]) - Cross(u.at[l]) * Cross(v.at[k]);
    };
    const auto times = [&](std::size_t axis, const Cross& factor) {
      return Determinant(w.at[axis]) * Determinant(factor);
    };
    const Determinant value = times(0, cross(1, 2)) + times(1, cross(2, 0)) + times(2, cross(0, 1));
    if (exact() || u.off + v.off + w.off == 0) return static_cast<Sign>(Width::sign(value));
    for (std::size_t i = 0; i < 3; ++i) {
      if (!cut_.axis_cut[i] && u.at[i] == 0 && v.at[i] == 0 && w.at[i] == 0) return Sign::zero;
    }
    const Determinant twice = value + value, bound = error_bound(u, v, w);
    if (Width::sign(twice - bound) > 0) return Sign::plus;
    if (Width::sign(twice + bound) < 0) return Sign::minus;
    return Sign::open;
  }

  void edges(const Signs& b_about_a, const Signs& a_about_b) {
    const auto asked = [](const Signs& about, std::size_t e) {
      const Sign from = about[e], to = about[(e + 1) % 3];
      return !(is_certain(from) && from == to);
    };
    std::array<Signs, 3> of_b{}, of_a{};  // [edge][edge of the other]
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!asked(b_about_a, i) && !asked(a_about_b, k)) continue;
        of_b[i][k] = of_a[k][i] = twist(i, k);
      }
    }
    bool all_miss = true;
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t next = (e + 1) % 3;
      const Verdict of_edge_b = edge_verdict(b_about_a[e], b_about_a[next], of_b[e]),
                    of_edge_a = edge_verdict(a_about_b[e], a_about_b[next], of_a[e]);
      if (of_edge_b == Verdict::hit || of_edge_a == Verdict::hit) return end(ContactEnd::edges, Verdict::hit);
      all_miss = all_miss && of_edge_b == Verdict::miss && of_edge_a == Verdict::miss;
    }
    end(ContactEnd::edges, all_miss ? Verdict::miss : Verdict::uncertain);
  }
  // How edge i of B passes edge k of A.
  Sign twist(std::size_t i, std::size_t k) const {
    return determinant(difference(Side::a, (k + 1) % 3, Side::a, k), difference(Side::b, i, Side::a, k),
                       difference(Side::b, (i + 1) % 3, Side::a, k));
  }

  // On which side of the line from p to q the corner r lies, seen along an axis.
  Sign turn(std::size_t axis, const Difference& pq, const Difference& pr) const {
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    const Cross value = Cross(pq.at[x]) * Cross(pr.at[y]) - Cross(pq.at[y]) * Cross(pr.at[x]);
    const auto off = [&](const Difference& d, std::size_t i) { return cut_.axis_cut[i] ? d.off : 0; };
    Cross bound{};  // in quarters
    const auto add = [&](Coordinate factor, int half_steps) {
      const Cross one(factor < 0 ? -factor : factor);
      for (int n = 0; n < 2 * half_steps; ++n) bound = bound + one;
    };
    add(pq.at[x], off(pr, y));
    add(pr.at[y], off(pq, x));
    add(pq.at[y], off(pr, x));
    add(pr.at[x], off(pq, y));
    bound = bound + Cross(off(pq, x) * off(pr, y) + off(pq, y) * off(pr, x));
    const Cross twice = value + value, four = twice + twice;
    if (sign_of(four - bound) > 0) return Sign::plus;
    if (sign_of(four + bound) < 0) return Sign::minus;
    return sign_of(bound) == 0 ? Sign::zero : Sign::open;
  }
  static int sign_of(const Cross& value) { return Width::sign(value); }

  Sign area(std::size_t axis, Side side) const {
    return turn(axis, difference(side, 1, side, 0), difference(side, 2, side, 0));
  }

  // Both lie in one plane: parted if and only if all corners of one are beyond an edge of the other, seen along an axis
  // along which both have an area. A product of A's edges is known, nine others of two corners have two products each.
  void in_plane() {
    Verdict verdict = Verdict::uncertain;
    std::uint32_t products = 0;
    for (std::size_t axis = 0; axis < 3 && verdict == Verdict::uncertain; ++axis) {
      const Sign of_a = area(axis, Side::a);
      if (!is_strict(of_a)) continue;
      products += 9 * 2 * cut_.limbs[(axis + 1) % 3] * cut_.limbs[(axis + 2) % 3];
      const Sign of_b = area(axis, Side::b);
      if (is_strict(of_b)) verdict = seen_along(axis, of_a, of_b);
    }
    count(products);
    end(ContactEnd::in_plane, verdict);
  }
  Verdict seen_along(std::size_t axis, Sign of_a, Sign of_b) const {
    bool all_meet = true;
    for (const Side side : {Side::a, Side::b}) {
      const Side other = side == Side::a ? Side::b : Side::a;
      const Sign outside = opposite(side == Side::a ? of_a : of_b);
      for (std::size_t e = 0; e < 3; ++e) {
        const Difference edge = difference(side, (e + 1) % 3, side, e);
        Signs turns{};
        for (std::size_t c = 0; c < 3; ++c) turns[c] = turn(axis, edge, difference(other, c, side, e));
        if (std::all_of(turns.begin(), turns.end(), [&](Sign sign) { return sign == outside; }))
          return Verdict::miss;
        all_meet = all_meet && std::any_of(turns.begin(), turns.end(),
                                           [&](Sign sign) { return is_certain(sign) && sign != outside; });
      }
    }
    return all_meet ? Verdict::hit : Verdict::uncertain;
  }

  const CutCorners<Coordinate> cut_;
  ContactOutcome& outcome_;
};

bool common_corner(const ContactCorners& corners) {
  return std::any_of(corners.a.begin(), corners.a.end(), [&](const auto& corner) {
    return std::find(corners.b.begin(), corners.b.end(), corner) != corners.b.end();
  });
}

// True if no wider pass would help.
template <typename Width>
bool run_pass(const ContactCorners& corners, int limbs, ContactOutcome& outcome) {
  Pass<Width> pass(corners, limbs, outcome);
  pass.run();
  return outcome.verdict != Verdict::uncertain || pass.exact();
}

}  // namespace

ContactOutcome contact_outcome(const TriangleCorners& a, const TriangleCorners& b, const Pose& pose,
                               int most_limbs) {
  ContactOutcome outcome;
  const std::optional<ContactCorners> corners = contact_corners(a, b, pose);
  if (!corners) return outcome;
  if (common_corner(*corners)) {
    outcome.verdict = Verdict::hit;
    outcome.end = ContactEnd::corner;
    return outcome;
  }
  if (run_pass<OneLimb>(*corners, 1, outcome)) return outcome;
  // A pass that cuts is passed over if a wider one does not.
  const int bits = exact_bits(*corners);
  const auto cuts = [&](int limbs) { return bits > limbs * kLimbBits; };
  for (int limbs = 2; limbs <= most_limbs; limbs *= 2) {
    const bool wider_is_exact = cuts(limbs) && 2 * limbs <= most_limbs && !cuts(2 * limbs);
    if (!wider_is_exact && run_pass<ManyLimbs>(*corners, limbs, outcome)) break;
  }
  return outcome;
}

}  // namespace collisionchip
