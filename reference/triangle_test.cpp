#include "reference/triangle_test.h"

#include <cmath>

#include "reference/float32.h"
#include "reference/matrix3.h"
#include "reference/triangle_filter.h"
#include "reference/triangle_lanes.h"

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

// At least the sum of |row_j origin_j|, for the rounded rows.
std::array<float, 3> bound_around(const Vec3d& origin, const Matrix34& m) {
  std::array<float, 3> bound;
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int j = 0; j < 3; ++j) sum += std::abs(double{m[i][j]} * origin[j]);
    bound[i] = round_up(sum * (1 + 0x1p-50));
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

constexpr std::array<float, 3> kUnbounded = {HUGE_VALF, HUGE_VALF, HUGE_VALF};

// A double with a bound on its error.
struct Approximate {
  double value, error;

  bool accurate() const { return error <= 0x1p-27 * std::abs(value); }
};
Approximate operator*(const Approximate& a, const Approximate& b) {
  const double value = a.value * b.value;
  return {value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error +
                     0x1p-52 * std::abs(value)};
}
Approximate operator-(const Approximate& a, const Approximate& b) {
  const double value = a.value - b.value;
  return {value, a.error + b.error + 0x1p-52 * std::abs(value)};
}

using ApproximateVector = std::array<Approximate, 3>;

ApproximateVector difference(const Vec3d& v) {  // of float32 values, rounded once
  return {{{v.x, 0x1p-52 * std::abs(v.x)}, {v.y, 0x1p-52 * std::abs(v.y)}, {v.z, 0x1p-52 * std::abs(v.z)}}};
}
ApproximateVector cross(const ApproximateVector& a, const ApproximateVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool accurate(const ApproximateVector& v) {
  return v[0].accurate() && v[1].accurate() && v[2].accurate();
}

// True if double arithmetic gives each entry of the unit-triangle matrix, and its common divisor, to a
// relative 2^-26.
bool accurate_rows(const Vec3d& edge_u, const Vec3d& edge_v) {
  const ApproximateVector u = difference(edge_u), v = difference(edge_v), n = cross(u, v);
  double area2 = 0, error = 0;
  for (const Approximate& entry : n) {
    area2 += entry.value * entry.value;
    error += 2 * std::abs(entry.value) * entry.error + entry.error * entry.error;
  }
  return error <= 0x1p-30 * area2 && accurate(n) && accurate(cross(v, n)) && accurate(cross(n, u));
}

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
// further than the first two, however thin the triangle (docs/accuracy_reference.md).
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
  const Vec3d origin = to_double(corners[first]);
  const Vec3d u = to_double(corners[(first + 1) % 3]) - origin,
              v = to_double(corners[(first + 2) % 3]) - origin;
  const Vec3d n = cross(u, v);
  const double area2 = dot(n, n);
  if (!(area2 > 0)) return record;
  // Inverse of the matrix with columns u, v, n/s. Only the ratio of z coordinates matters to Eq. 4, so s is
  // chosen to give z the unit of length that x and y have: s = sqrt(|n|).
  const double scale = 1 / (std::sqrt(area2) * std::sqrt(std::sqrt(area2)));
  const Matrix3 rows = {1 / area2 * cross(v, n), 1 / area2 * cross(n, u), scale * n};
  const Matrix34 matrix = map_around(origin, rows);
  if (!finite(matrix)) return record;
  record.to_unit = matrix;
  if (accurate_rows(u, v) && rounds_well(rows)) record.bound = bound_around(origin, matrix);
  return record;
}

FrameMatrices make_frame_matrices(const Pose& pose, TumbledSide tumbled) {
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
                                                ? bound_around(to_double(pose.t), a_to_b)
                                                : kUnbounded;
  return tumbled == TumbledSide::b ? FrameMatrices{b_to_a, a_to_b, b_to_a_bound, a_to_b_bound}
                                   : FrameMatrices{a_to_b, b_to_a, a_to_b_bound, b_to_a_bound};
}

Vec3f transform(const Matrix34& m, const Vec3f& p) {
  return {dotadd(m[0][0], p.x, m[0][1], p.y, m[0][2], p.z, m[0][3]),
          dotadd(m[1][0], p.x, m[1][1], p.y, m[1][2], p.z, m[1][3]),
          dotadd(m[2][0], p.x, m[2][1], p.y, m[2][2], p.z, m[2][3])};
}

bool edge_hits_unit_triangle(const Vec3f& a, const Vec3f& b) {
  const bool ordered = a.z <= b.z;
  const Vec3f& p = ordered ? a : b;
  const Vec3f& q = ordered ? b : a;
  // Figure 7: products and right side in the first stage, differences in the second, their sum in the third.
  const float left_x = p.x * q.z, right_x = q.x * p.z;
  const float left_y = p.y * q.z, right_y = q.y * p.z;
  const float limit = q.z - p.z;
  const float difference_x = left_x - right_x;
  const float difference_y = left_y - right_y;
  const float sum = difference_x + difference_y;
  return p.z <= 0 && 0 <= q.z && p.z < q.z && left_x >= right_x && left_y >= right_y && sum <= limit;
}

bool triangles_intersect(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                         const FrameMatrices& frames) {
  return TumbledTriangle(tumbled, frames).intersects(aligned, frames);
}

Verdict triangle_verdict(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                         const FrameMatrices& frames) {
  return BoundedTriangle(tumbled, frames).verdict(aligned, frames);
}

}  // namespace collisionchip
