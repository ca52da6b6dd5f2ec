// What the host computes before a query: a triangle's matrix, M and N, and their bounds.
#include <cmath>

#include "collisionchip/reference/arithmetic/expansion.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

namespace {

// The map p -> rows (p - origin). The offsets go with the rounded rows, not with the exact ones: near the
// origin, where it matters, the rounding of the rows then cancels.
Matrix34 map_around(const Vec3d& origin, const Matrix3& rows) {
  Matrix34 m;
  for (int i = 0; i < 3; ++i) {
    const Vec3f row = {static_cast<float>(rows[i].x), static_cast<float>(rows[i].y),
                       static_cast<float>(rows[i].z)};
    m[i] = {row.x, row.y, row.z, static_cast<float>(-dot(to_double(row), origin))};
  }
  return m;
}

// At least `share` times the sum of |row_j origin_j|, for the rounded rows.
std::array<float, 3> bound_around(const Vec3d& origin, const Matrix34& m, double share) {
  std::array<float, 3> bound;
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int j = 0; j < 3; ++j) sum += std::abs(double{m[i][j]} * origin[j]);
    bound[i] = round_up(share * sum * (1 + 0x1p-50));
  }
  return bound;
}

// Rounding to float32 keeps a relative 2^-24 only of zeros and of normal numbers.
bool rounds_well(const Matrix3& rows) {
  for (const Vec3d& row : rows) {
    for (int j = 0; j < 3; ++j) {
      if (row[j] != 0 && std::abs(row[j]) < 0x1p-126) return false;
    }
  }
  return true;
}

// The share of the sum of magnitudes that the second stage needs (docs/exactness.md).
constexpr double kTriangleShare = 0.75;

constexpr std::array<float, 3> kUnbounded = {HUGE_VALF, HUGE_VALF, HUGE_VALF};

bool finite(const Matrix34& m) {
  for (const auto& row : m) {
    for (float value : row) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

// The corner opposite the longest edge. With it at the origin the heights over the other two corners are no
// smaller than its own, so that an error in x or y moves the third side of the unit triangle, x + y <= 1, no
// further than the first two, however thin the triangle (docs/exactness.md).
int origin_corner(const std::array<Vec3f, 3>& corners) {
  int best = 0;
  double longest = -1;
  for (int i = 0; i < 3; ++i) {
    const Vec3d edge = to_double(corners[(i + 2) % 3]) - to_double(corners[(i + 1) % 3]);
    const double length = dot(edge, edge);
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  return best;
}

// A double with a bound on its error.
struct Approximate {
  double value, error;
};
Approximate rounded(double value, double error) {
  return {value, error + 0x1p-53 * std::abs(value)};
}
Approximate operator*(const Approximate& a, const Approximate& b) {
  const double error = std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error;
  return rounded(a.value * b.value, error * (1 + 0x1p-50));
}
Approximate operator+(const Approximate& a, const Approximate& b) {
  return rounded(a.value + b.value, (a.error + b.error) * (1 + 0x1p-50));
}
Approximate operator-(const Approximate& a, const Approximate& b) {
  return a + Approximate{-b.value, b.error};
}
template <typename Number>
using VectorOf = std::array<Number, 3>;

template <typename A, typename B>
auto cross(const VectorOf<A>& a, const VectorOf<B>& b) {
  using Number = decltype(a[1] * b[2] - a[2] * b[1]);
  return VectorOf<Number>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double value_of(const Approximate& number) {
  return number.value;
}
template <int kCapacity>
double value_of(const Expansion<kCapacity>& number) {
  return number.size() == 0 ? 0
                            : number.parts()[number.size() - 1];  // the other parts are below its last bit
}
template <typename Number>
Vec3d values_of(const VectorOf<Number>& v) {
  return {value_of(v[0]), value_of(v[1]), value_of(v[2])};
}

// Known to a relative 2^-34, far finer than a float32.
bool accurate(const Approximate& number) {
  return number.error <= 0x1p-34 * std::abs(number.value);
}
template <int kCapacity>
bool accurate(const Expansion<kCapacity>&) {
  return true;
}
template <typename Number>
bool accurate(const VectorOf<Number>& v) {
  return accurate(v[0]) && accurate(v[1]) && accurate(v[2]);
}

// What a unit-triangle matrix is made of, for the edges u and v from its origin corner: n = u x v, v x n,
// n x u and n.n.
struct EdgeProducts {
  Vec3d n, v_n, n_u;
  double area2;
  bool accurate;
};

template <typename Number>
EdgeProducts edge_products(const VectorOf<Number>& u, const VectorOf<Number>& v) {
  const auto n = cross(u, v);
  const auto v_n = cross(v, n), n_u = cross(n, u);
  const auto area2 = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
  return {values_of(n), values_of(v_n), values_of(n_u), value_of(area2),
          accurate(n) && accurate(v_n) && accurate(n_u) && accurate(area2)};
}

// The difference of two float32 is two doubles at most.
VectorOf<TwoParts> edge(const Vec3f& from, const Vec3f& to) {
  return {two_sum(to.x, -double{from.x}), two_sum(to.y, -double{from.y}), two_sum(to.z, -double{from.z})};
}
VectorOf<Approximate> approximate(const VectorOf<TwoParts>& v) {
  const auto entry = [](const TwoParts& e) { return Approximate{e.high, std::abs(e.low)}; };
  return {entry(v[0]), entry(v[1]), entry(v[2])};
}
VectorOf<Expansion<2>> exact(const VectorOf<TwoParts>& v) {
  const auto entry = [](const TwoParts& e) { return Expansion<1>(e.high) + Expansion<1>(e.low); };
  return {entry(v[0]), entry(v[1]), entry(v[2])};
}

// Doubles do for most triangles; where a component nearly cancels, exact numbers.
EdgeProducts edge_products(const std::array<Vec3f, 3>& corners, int origin) {
  const Vec3f& from = corners[origin];
  const auto u = edge(from, corners[(origin + 1) % 3]), v = edge(from, corners[(origin + 2) % 3]);
  const EdgeProducts products = edge_products(approximate(u), approximate(v));
  return products.accurate || !std::isfinite(products.area2) ? products : edge_products(exact(u), exact(v));
}

// Cofactors of float32 entries are exact products and one rounding; only the determinant can cancel.
bool well_conditioned(const Matrix3& r) {
  const Vec3d cofactors = cross(r[1], r[2]);
  const double magnitudes =
      std::abs(r[0].x * cofactors.x) + std::abs(r[0].y * cofactors.y) + std::abs(r[0].z * cofactors.z);
  return std::abs(dot(r[0], cofactors)) > 0x1p-20 * magnitudes;
}

}  // namespace

TriangleRecord make_triangle_record(const std::array<Vec3f, 3>& corners, std::uint32_t triangle) {
  TriangleRecord record{corners, {}, kUnbounded, triangle};
  const int first = origin_corner(corners);
  const EdgeProducts products = edge_products(corners, first);
  const double area2 = products.area2;
  if (!(area2 > 0)) return record;
  // Inverse of the matrix with columns u, v, n/s. Only the ratio of z coordinates matters to Eq. 4, so s is
  // chosen to give z the unit of length that x and y have: s = sqrt(|n|).
  const double scale = 1 / (std::sqrt(area2) * std::sqrt(std::sqrt(area2)));
  const Matrix3 rows = {1 / area2 * products.v_n, 1 / area2 * products.n_u, scale * products.n};
  const Vec3d origin = to_double(corners[first]);
  const Matrix34 matrix = map_around(origin, rows);
  if (!finite(matrix)) return record;
  record.to_unit = matrix;
  if (rounds_well(rows)) record.bound = bound_around(origin, matrix, kTriangleShare);
  return record;
}

FrameMatrices make_frame_matrices(const Pose& pose, TumbledSide tumbled) {
  require_exact_arithmetic();
  Matrix34 b_to_a;
  Matrix3 r;
  for (int i = 0; i < 3; ++i) {
    b_to_a[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2], pose.t[i]};
    r[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  }
  const Matrix3 r_inverse = inverse(r);
  const Matrix34 a_to_b = map_around(to_double(pose.t), r_inverse);
  // The pose is exact; its inverse is accurate entry by entry unless the determinant is lost in rounding.
  const std::array<float, 3> b_to_a_bound = {std::abs(pose.t.x), std::abs(pose.t.y), std::abs(pose.t.z)};
  const std::array<float, 3> a_to_b_bound = well_conditioned(r) && finite(a_to_b) && rounds_well(r_inverse)
                                                ? bound_around(to_double(pose.t), a_to_b, 1)
                                                : kUnbounded;
  return tumbled == TumbledSide::b ? FrameMatrices{b_to_a, a_to_b, b_to_a_bound, a_to_b_bound}
                                   : FrameMatrices{a_to_b, b_to_a, a_to_b_bound, b_to_a_bound};
}

}  // namespace collisionchip
