// The truth about boxes and triangles that nearly touch: gaps along all separating axes in long double, by
// the general projections, and an exact answer where they are too small to tell.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "collisionchip/reference/aabb/aabb.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_gap.h"

namespace collisionchip::testing_support {

using Vec3l = Vec3<long double>;
using Points = std::vector<Vec3f>;

inline Vec3l cross(const Vec3l& a, const Vec3l& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline long double dot(const Vec3l& a, const Vec3l& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Points corners_of(const Aabb& box) {
  Points corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({(i & 1) != 0 ? box.high(0) : box.low(0), (i & 2) != 0 ? box.high(1) : box.low(1),
                       (i & 4) != 0 ? box.high(2) : box.low(2)});
  }
  return corners;
}

// Its faces, two triangles each.
inline std::vector<Corners> faces_of(const Aabb& box) {
  const Points c = corners_of(box);
  const std::array<std::array<std::size_t, 4>, 6> faces = {
      {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}}};
  std::vector<Corners> triangles;
  for (const auto& f : faces) {
    triangles.push_back({c[f[0]], c[f[1]], c[f[2]]});
    triangles.push_back({c[f[0]], c[f[2]], c[f[3]]});
  }
  return triangles;
}

// A convex body after the pose: its corners, the directions of its edges and normals of its faces.
struct Body {
  std::vector<Vec3l> corners, edges, normals;
};

inline Vec3l posed(const Pose& pose, const Vec3f& p, long double with_t = 1) {
  Vec3l out;
  for (int i = 0; i < 3; ++i) {
    const auto& row = pose.r[static_cast<std::size_t>(i)];
    out[i] = (static_cast<long double>(row[0]) * p.x + static_cast<long double>(row[1]) * p.y) +
             (static_cast<long double>(row[2]) * p.z + with_t * pose.t[i]);
  }
  return out;
}
inline Body posed_box(const Aabb& box, const Pose& pose) {
  Body body;
  for (const Vec3f& corner : corners_of(box)) body.corners.push_back(posed(pose, corner));
  for (int axis = 0; axis < 3; ++axis) {
    Vec3f unit;
    unit[axis] = 1;
    body.edges.push_back(posed(pose, unit, 0));
  }
  for (std::size_t i = 0; i < 3; ++i)
    body.normals.push_back(cross(body.edges[(i + 1) % 3], body.edges[(i + 2) % 3]));
  return body;
}
inline Body posed_triangle(const Corners& corners, const Pose& pose) {
  Body body;
  for (const Vec3f& corner : corners) body.corners.push_back(posed(pose, corner));
  for (std::size_t i = 0; i < 3; ++i) body.edges.push_back(body.corners[(i + 1) % 3] - body.corners[i]);
  body.normals.push_back(cross(body.edges[0], body.edges[1]));
  return body;
}

// Visits every separating axis: visit(axis, gap along it); negative when the projections overlap.
template <typename Visit>
void for_each_gap(const Body& a, const Body& b, const Visit& visit) {
  const auto along = [&](const Vec3l& n) {
    const auto range = [&](const Body& body) {
      long double low = HUGE_VALL, high = -HUGE_VALL;
      for (const Vec3l& corner : body.corners) {
        low = std::min(low, dot(n, corner));
        high = std::max(high, dot(n, corner));
      }
      return std::make_pair(low, high);
    };
    const auto ra = range(a), rb = range(b);
    visit(n, std::max(ra.first - rb.second, rb.first - ra.second));
  };
  for (const Vec3l& normal : a.normals) along(normal);
  for (const Vec3l& normal : b.normals) along(normal);
  for (const Vec3l& e : a.edges) {
    for (const Vec3l& f : b.edges) along(cross(e, f));
  }
}

// True when an axis parts them by more than long double may be off.
inline bool clearly_apart(const Body& a, const Body& b) {
  long double scale = 0;
  for (const Body* body : {&a, &b}) {
    for (const Vec3l& c : body->corners)
      scale = std::max({scale, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
  }
  bool apart = false;
  for_each_gap(a, b, [&](const Vec3l& n, long double gap) {
    apart = apart || gap > 0x1p-56L * scale * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z));
  });
  return apart;
}

inline bool holds(const Aabb& box, const Pose& pose, const Vec3f& point) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d n;
    n[axis] = 1;
    if (exact_gap(box.high(axis), n, pose, point) < 0) return false;
    n[axis] = -1;
    if (exact_gap(-double{box.low(axis)}, n, pose, point) < 0) return false;
  }
  return true;
}

// Whether both have a point in common, exactly: closed sets, the pose as it is.
inline bool box_meets_triangle(const Aabb& box, const Corners& triangle, const Pose& pose) {
  for (const Corners& face : faces_of(box)) {
    if (triangles_intersect_exactly(face, triangle, pose)) return true;
  }
  return holds(box, pose, triangle[0]);
}
// The same for the surfaces of two boxes; a box inside the other one is not near a gap.
inline bool boxes_meet(const Aabb& a, const Aabb& b, const Pose& pose) {
  for (const Corners& face : faces_of(b)) {
    if (box_meets_triangle(a, face, pose)) return true;
  }
  return false;
}

}  // namespace collisionchip::testing_support
