#include "reference/triangle_test.h"

#include <cmath>

#include "reference/float32.h"

namespace collisionchip {

namespace {

Matrix34 to_float(const std::array<Vec3d, 3>& rows, const Vec3d& t) {
  Matrix34 m;
  for (int i = 0; i < 3; ++i) {
    m[i] = {static_cast<float>(rows[i].x), static_cast<float>(rows[i].y), static_cast<float>(rows[i].z),
            static_cast<float>(t[i])};
  }
  return m;
}

bool finite(const Matrix34& m) {
  for (const auto& row : m) {
    for (float value : row) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

bool hits(const std::array<Vec3f, 3>& p) {
  return edge_hits_unit_triangle(p[0], p[1]) || edge_hits_unit_triangle(p[1], p[2]) ||
         edge_hits_unit_triangle(p[2], p[0]);
}

std::array<Vec3f, 3> mapped(const std::array<Vec3f, 3>& corners, const Matrix34& first, const Matrix34& second) {
  std::array<Vec3f, 3> out;
  for (int i = 0; i < 3; ++i) out[i] = transform(second, transform(first, corners[i]));
  return out;
}

}  // namespace

TriangleRecord make_triangle_record(const std::array<Vec3f, 3>& corners, std::uint32_t triangle) {
  TriangleRecord record{corners, {}, triangle};
  const Vec3d origin = to_double(corners[0]);
  const Vec3d u = to_double(corners[1]) - origin, v = to_double(corners[2]) - origin;
  const Vec3d n = cross(u, v);
  const double area2 = dot(n, n);
  if (!(area2 > 0)) return record;
  // Inverse of the matrix with columns u, v, n/s. Only the ratio of z coordinates matters to Eq. 4, so s is chosen
  // to give z the unit of length that x and y have: s = sqrt(|n|).
  const double scale = 1 / (std::sqrt(area2) * std::sqrt(std::sqrt(area2)));
  const std::array<Vec3d, 3> rows = {1 / area2 * cross(v, n), 1 / area2 * cross(n, u), scale * n};
  const Matrix34 matrix = to_float(rows, {-dot(rows[0], origin), -dot(rows[1], origin), -dot(rows[2], origin)});
  if (finite(matrix)) record.to_unit = matrix;
  return record;
}

FrameMatrices make_frame_matrices(const Pose& pose, TumbledSide tumbled) {
  std::array<Vec3d, 3> r;
  for (int i = 0; i < 3; ++i) r[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  const double determinant = dot(r[0], cross(r[1], r[2]));
  const std::array<Vec3d, 3> columns = {1 / determinant * cross(r[1], r[2]), 1 / determinant * cross(r[2], r[0]),
                                        1 / determinant * cross(r[0], r[1])};
  std::array<Vec3d, 3> inverse;
  Vec3d t;
  for (int i = 0; i < 3; ++i) {
    inverse[i] = {columns[0][i], columns[1][i], columns[2][i]};
    t[i] = -dot(inverse[i], to_double(pose.t));
  }
  const Matrix34 b_to_a = to_float(r, to_double(pose.t));
  const Matrix34 a_to_b = to_float(inverse, t);
  return tumbled == TumbledSide::b ? FrameMatrices{b_to_a, a_to_b} : FrameMatrices{a_to_b, b_to_a};
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

bool triangles_intersect(const TriangleRecord& tumbled, const TriangleRecord& aligned, const FrameMatrices& frames) {
  return hits(mapped(tumbled.corners, frames.to_aligned, aligned.to_unit)) ||
         hits(mapped(aligned.corners, frames.to_tumbled, tumbled.to_unit));
}

}  // namespace collisionchip
