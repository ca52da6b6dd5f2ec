#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "collisionchip/reference/arithmetic/expansion.h"
#include "collisionchip/reference/arithmetic/grid_number.h"
#include "collisionchip/reference/triangle/rounded_pair.h"
#include "collisionchip/reference/triangle/sign_bounds.h"

namespace collisionchip {

namespace {

using Corners = std::array<Vec3f, 3>;
using Signs = std::array<int, 3>;  // each -1, 0, 1 or kUnknown
// Vectors of exact numbers, whatever kind: expansions of any capacity, or integers on a grid.
template <typename Number>
using VectorOf = std::array<Number, 3>;

template <typename P, typename Q>
auto difference(const VectorOf<P>& p, const VectorOf<Q>& q) {
  return std::array{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

template <typename P, typename Q>
auto cross(const VectorOf<P>& p, const VectorOf<Q>& q, std::size_t axis) {
  const std::size_t x = next(axis), y = next(x);
  return p[x] * q[y] - p[y] * q[x];
}

template <typename P, typename Q>
auto cross(const VectorOf<P>& p, const VectorOf<Q>& q) {
  return std::array{cross(p, q, 0), cross(p, q, 1), cross(p, q, 2)};
}

template <typename P, typename Q>
auto dot(const VectorOf<P>& p, const VectorOf<Q>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

template <typename Number>
bool is_zero(const VectorOf<Number>& v) {
  return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

// Corners in exact numbers: A's, and B's moved ones.
template <typename A, typename B>
struct CoordinatesOf {
  std::array<VectorOf<A>, 3> a;
  std::array<VectorOf<B>, 3> b;
};

// The signs that decide, from exact numbers. Edge i of a triangle runs from corner i to the next one. A: kind
// of A's coordinates, B: of B's moved ones.
template <typename A, typename B>
class ExactPair {
 public:
  using Coordinates = CoordinatesOf<A, B>;

  explicit ExactPair(const Coordinates& corners) : a_(corners.a), b_(corners.b) {
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges_[i] = difference(a_[next(i)], a_[i]);
      b_edges_[i] = difference(b_[next(i)], b_[i]);
    }
    a_normal_ = cross(a_edges_[0], a_edges_[1]);
    b_normal_ = cross(b_edges_[0], b_edges_[1]);
  }

  int side_of_b(std::size_t j) const { return dot(a_normal_, difference(b_[j], a_[0])).sign(); }
  int side_of_a(std::size_t i) const { return dot(b_normal_, difference(a_[i], b_[0])).sign(); }
  int twist(std::size_t i, std::size_t j) const {
    return dot(cross(a_edges_[i], b_edges_[j]), difference(b_[j], a_[i])).sign();
  }
  int b_beside_edge(std::size_t i, std::size_t j, std::size_t axis) const {
    return cross(a_edges_[i], difference(b_[j], a_[i]), axis).sign();
  }
  int a_beside_edge(std::size_t i, std::size_t j, std::size_t axis) const {
    return cross(b_edges_[j], difference(a_[i], b_[j]), axis).sign();
  }
  int order(std::size_t i, std::size_t j, std::size_t axis) const {
    return (a_[i][axis] - b_[j][axis]).sign();
  }
  bool has_area() const { return !is_zero(a_normal_) || !is_zero(b_normal_); }
  bool faces(std::size_t axis) const { return a_normal_[axis].sign() != 0 || b_normal_[axis].sign() != 0; }

 private:
  using AEdge = decltype(difference(VectorOf<A>{}, VectorOf<A>{}));
  using BEdge = decltype(difference(VectorOf<B>{}, VectorOf<B>{}));

  std::array<VectorOf<A>, 3> a_;
  std::array<VectorOf<B>, 3> b_;
  std::array<AEdge, 3> a_edges_;
  std::array<BEdge, 3> b_edges_;
  decltype(cross(AEdge{}, AEdge{})) a_normal_;
  decltype(cross(BEdge{}, BEdge{})) b_normal_;
};

// A moved coordinate: four terms, of which three are products of two float32 and so exact in double.
using Terms = std::array<double, 4>;
Terms terms(const Pose& pose, std::size_t axis, const Vec3f& p) {
  const auto& row = pose.r[axis];
  return {double{row[0]} * p.x, double{row[1]} * p.y, double{row[2]} * p.z,
          double{pose.t[static_cast<int>(axis)]}};
}

// For all numbers.
using ExpansionPair = ExactPair<Expansion<1>, Expansion<4>>;
bool put(const Corners& a, const Corners& b, const Pose& pose, double /*largest*/,
         ExpansionPair::Coordinates& put_in) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Terms t = terms(pose, axis, b[i]);
      put_in.a[i][axis] = Expansion<1>(a[i][static_cast<int>(axis)]);
      put_in.b[i][axis] =
          ((Expansion<1>(t[0]) + Expansion<1>(t[1])) + Expansion<1>(t[2])) + Expansion<1>(t[3]);
    }
  }
  return true;
}

// For corners and terms that lie on a common grid; false if they do not. Contacts are seldom exact by chance:
// mostly the numbers are few bits long, and integers of 128 or 256 bits do.
template <typename Number>
bool put(const Corners& a, const Corners& b, const Pose& pose, double largest,
         CoordinatesOf<Number, Number>& put_in) {
  Grid grid(largest);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::array<Number, 4> t;
      const Terms numbers = terms(pose, axis, b[i]);
      for (std::size_t j = 0; j < 4; ++j) grid.put(numbers[j], t[j]);
      grid.put(double{a[i][static_cast<int>(axis)]}, put_in.a[i][axis]);
      put_in.b[i][axis] = (t[0] + t[1]) + (t[2] + t[3]);
    }
    if (!grid.fits()) return false;
  }
  return true;
}

// Whether a coordinate's terms add up without rounding, in the order in which they are added.
bool adds_up(const Terms& t) {
  double sum = t[0];
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double longer = sum + t[i];
    if (longer - sum != t[i] || longer - t[i] != sum) return false;
    sum = longer;
  }
  return true;
}

// -1 or 1 where the value's sign survives an error of up to `bound`, 0 where it is not known.
int certain_sign(double value, double bound) {
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

double largest(const Vec3d& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

double longest(const std::array<Vec3d, 3>& edges) {
  return std::max({largest(edges[0]), largest(edges[1]), largest(edges[2])});
}

// The same signs by way of doubles: exact numbers are made only when a sign is in doubt.
class PairSigns {
 public:
  PairSigns(const Corners& a, const Corners& b, const Pose& pose)
      : a_corners_(a), b_corners_(b), pose_(pose), magnitude_(0) {
    for (std::size_t i = 0; i < 3; ++i) {
      a_[i] = to_double(a[i]);
      magnitude_ = std::max(magnitude_, largest(a_[i]));
      for (std::size_t axis = 0; axis < 3; ++axis) move(b[i], i, static_cast<int>(axis));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges_[i] = a_[next(i)] - a_[i];
      b_edges_[i] = b_[next(i)] - b_[i];
    }
    a_normal_ = cross(a_edges_[0], a_edges_[1]);
    b_normal_ = cross(b_edges_[0], b_edges_[1]);
    bounds_ = sign_bounds(magnitude_, longest(a_edges_), longest(b_edges_), largest(b_[0] - a_[0]));
    for (Signs& row : twists_) row.fill(kUnknown);
  }

  // On which side of the plane of A is corner j of B?
  int side_of_b(std::size_t j) {
    const int sign = certain_sign(dot(a_normal_, b_[j] - a_[0]), bounds_.a_plane);
    return sign != 0 ? sign : exactly([=](const auto& pair) { return pair.side_of_b(j); });
  }
  int side_of_a(std::size_t i) {
    const int sign = certain_sign(dot(b_normal_, a_[i] - b_[0]), bounds_.b_plane);
    return sign != 0 ? sign : exactly([=](const auto& pair) { return pair.side_of_a(i); });
  }
  // How does the line of edge i of A pass the line of edge j of B: on its left, its right, or through it?
  int twist(std::size_t i, std::size_t j) {
    int& sign = twists_[i][j];
    if (sign != kUnknown) return sign;
    sign = certain_sign(dot(cross(a_edges_[i], b_edges_[j]), b_[j] - a_[i]), bounds_.twist);
    if (sign == 0) sign = exactly([=](const auto& pair) { return pair.twist(i, j); });
    return sign;
  }
  // Seen along an axis, on which side of edge i of A is corner j of B?
  int b_beside_edge(std::size_t i, std::size_t j, std::size_t axis) {
    const double area = cross(a_edges_[i], b_[j] - a_[i])[static_cast<int>(axis)];
    const int sign = certain_sign(area, bounds_.flat);
    return sign != 0 ? sign : exactly([=](const auto& pair) { return pair.b_beside_edge(i, j, axis); });
  }
  int a_beside_edge(std::size_t i, std::size_t j, std::size_t axis) {
    const double area = cross(b_edges_[j], a_[i] - b_[j])[static_cast<int>(axis)];
    const int sign = certain_sign(area, bounds_.flat);
    return sign != 0 ? sign : exactly([=](const auto& pair) { return pair.a_beside_edge(i, j, axis); });
  }
  // Sign of corner i of A minus corner j of B along an axis.
  int order(std::size_t i, std::size_t j, std::size_t axis) {
    const int k = static_cast<int>(axis);
    const int sign = certain_sign(a_[i][k] - b_[j][k], bounds_.order);
    return sign != 0 ? sign : exactly([=](const auto& pair) { return pair.order(i, j, axis); });
  }
  // Is the plane of either one seen as more than a line along an axis?
  bool faces(std::size_t axis) {
    return exactly([=](const auto& pair) { return int{pair.faces(axis)}; }) != 0;
  }
  // Either of the two.
  bool has_area() {
    return exactly([](const auto& pair) { return int{pair.has_area()}; }) != 0;
  }

 private:
  void move(const Vec3f& p, std::size_t corner, int axis) {
    const auto& row = pose_.r[static_cast<std::size_t>(axis)];
    const double x = double{row[0]} * p.x, y = double{row[1]} * p.y, z = double{row[2]} * p.z;
    b_[corner][axis] = ((x + y) + z) + double{pose_.t[axis]};
    const double reach = ((std::abs(x) + std::abs(y)) + std::abs(z)) + std::abs(double{pose_.t[axis]});
    magnitude_ = std::max(magnitude_, reach);
  }
  bool has_exact_corners() {
    if (exact_corners_ == kUnknown) {
      exact_corners_ = 1;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t axis = 0; axis < 3 && exact_corners_ == 1; ++axis)
          exact_corners_ = adds_up(terms(pose_, axis, b_corners_[i])) ? 1 : 0;
      }
    }
    return exact_corners_ == 1;
  }
  // Asks what the doubles say if the corners are exact; then exact numbers, which are made when first asked: of
  // the cheapest kind that holds the corners.
  template <typename Question>
  int exactly(const Question& question) {
    if (has_exact_corners()) {
      const int sign = question(RoundedPair(a_, b_, a_edges_, b_edges_));
      if (sign != kUnknown) return sign;
    }
    if (exact_.index() == 0 && !make<NarrowPair>() && !make<WidePair>()) make<ExpansionPair>();
    if (const auto* narrow = std::get_if<NarrowPair>(&exact_)) return question(*narrow);
    if (const auto* wide = std::get_if<WidePair>(&exact_)) return question(*wide);
    return question(std::get<ExpansionPair>(exact_));
  }
  template <typename Pair>
  bool make() {
    typename Pair::Coordinates corners;
    if (!put(a_corners_, b_corners_, pose_, magnitude_, corners)) return false;
    exact_.emplace<Pair>(corners);
    return true;
  }

  using NarrowPair = ExactPair<NarrowNumber, NarrowNumber>;
  using WidePair = ExactPair<WideNumber, WideNumber>;

  const Corners& a_corners_;
  const Corners& b_corners_;
  const Pose& pose_;
  std::array<Vec3d, 3> a_, b_, a_edges_, b_edges_;
  Vec3d a_normal_, b_normal_;
  double magnitude_;
  SignBounds bounds_{};
  std::array<Signs, 3> twists_;
  int exact_corners_ = kUnknown;
  std::variant<std::monostate, NarrowPair, WidePair, ExpansionPair> exact_;
};

bool all_equal(const Signs& s, int sign) {
  return s[0] == sign && s[1] == sign && s[2] == sign;
}
bool strictly_one_side(const Signs& s) {
  return all_equal(s, 1) || all_equal(s, -1);
}

// An edge that ends on both sides of a plane, or touches it with one end. Edges in the plane can be left out:
// what they meet, an edge of the other triangle or a neighbour of theirs meets too.
bool straddles(int from, int to) {
  return from * to <= 0 && (from != 0 || to != 0);
}

// Does a line that crosses the plane of a triangle pass its three edges all on one side, or through them?
template <typename TwistOfEdge>
bool passes_inside(const TwistOfEdge& twist) {
  const int first = twist(0), second = twist(1);
  if (first * second < 0) return false;
  const int third = twist(2);
  return first * third >= 0 && second * third >= 0;
}

bool some_edge_pierces(PairSigns& signs, const Signs& a_sides, const Signs& b_sides) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (straddles(a_sides[i], a_sides[next(i)]) &&
        passes_inside([&](std::size_t j) { return signs.twist(i, j); })) {
      return true;
    }
    if (straddles(b_sides[i], b_sides[next(i)]) &&
        passes_inside([&](std::size_t j) { return signs.twist(j, i); })) {
      return true;
    }
  }
  return false;
}

// Two triangles in a common plane, seen along one axis. Most of those that meet are found to by a few of the signs.
class FlatPair {
 public:
  FlatPair(PairSigns& signs, std::size_t axis) : signs_(signs), axis_(axis) {
    for (std::size_t i = 0; i < 3; ++i) {
      beside_a_[i].fill(kUnknown);
      beside_b_[i].fill(kUnknown);
    }
  }

  // False if all six corners are seen on one line.
  bool spread() {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (beside_a(i, j) != 0 || beside_b(i, j) != 0) return true;
      }
    }
    return false;
  }

  bool intersect() {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (edges_meet(i, j)) return true;
      }
    }
    // Corner 0 of one strictly inside the other: all that is left when no edges meet.
    return strictly_one_side({beside_a(0, 0), beside_a(1, 0), beside_a(2, 0)}) ||
           strictly_one_side({beside_b(0, 0), beside_b(1, 0), beside_b(2, 0)});
  }

 private:
  bool edges_meet(std::size_t i, std::size_t j) {
    const int b_from = beside_a(i, j), b_to = beside_a(i, next(j));
    if (b_from * b_to > 0) return false;
    const int a_from = beside_b(j, i), a_to = beside_b(j, next(i));
    if (a_from * a_to > 0) return false;
    if (b_from != 0 || b_to != 0 || a_from != 0 || a_to != 0) return true;
    for (std::size_t axis = 0; axis < 3; ++axis) {  // on one line: do their boxes overlap?
      const int order = signs_.order(i, j, axis);
      if (order != 0 && order == signs_.order(i, next(j), axis) && order == signs_.order(next(i), j, axis) &&
          order == signs_.order(next(i), next(j), axis)) {
        return false;
      }
    }
    return true;
  }

  // The side of A's edge i on which B's corner j lies; the side of B's edge j on which A's corner i lies.
  int beside_a(std::size_t i, std::size_t j) {
    int& sign = beside_a_[i][j];
    if (sign == kUnknown) sign = signs_.b_beside_edge(i, j, axis_);
    return sign;
  }
  int beside_b(std::size_t j, std::size_t i) {
    int& sign = beside_b_[j][i];
    if (sign == kUnknown) sign = signs_.a_beside_edge(i, j, axis_);
    return sign;
  }

  PairSigns& signs_;
  const std::size_t axis_;
  std::array<Signs, 3> beside_a_, beside_b_;  // [edge][corner of the other triangle]
};

// Six corners on a common line: the boxes of the two triangles overlap or not.
bool intersect_on_line(PairSigns& signs) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<Signs, 3> orders;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) orders[i][j] = signs.order(i, j, axis);
    }
    const auto all = [&](int sign) {
      return all_equal(orders[0], sign) && all_equal(orders[1], sign) && all_equal(orders[2], sign);
    };
    if (all(1) || all(-1)) return false;
  }
  return true;
}

// All corners of each triangle lie in the other one's plane: the triangles are coplanar, or both have no area.
bool intersect_without_planes(PairSigns& signs) {
  const bool has_area = signs.has_area();
  for (std::size_t i = 0; i < 3 && !has_area; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (signs.twist(i, j) != 0) return false;  // segments on skew lines
    }
  }
  // If they do not fall on one line when seen along an axis, no two points of their plane fall on each other.
  for (std::size_t axis = 0; axis < 3; ++axis) {
    // A plane that contains the axis is seen as a line.
    if (has_area && !signs.faces(axis)) continue;
    FlatPair pair(signs, axis);
    if (pair.spread()) return pair.intersect();
  }
  return intersect_on_line(signs);
}

}  // namespace

bool triangles_intersect_exactly(const Corners& a, const Corners& b, const Pose& pose) {
  PairSigns signs(a, b, pose);
  const Signs b_sides = {signs.side_of_b(0), signs.side_of_b(1), signs.side_of_b(2)};
  if (strictly_one_side(b_sides)) return false;
  const Signs a_sides = {signs.side_of_a(0), signs.side_of_a(1), signs.side_of_a(2)};
  if (strictly_one_side(a_sides)) return false;
  if (all_equal(a_sides, 0) && all_equal(b_sides, 0)) return intersect_without_planes(signs);
  return some_edge_pierces(signs, a_sides, b_sides);
}

}  // namespace collisionchip
