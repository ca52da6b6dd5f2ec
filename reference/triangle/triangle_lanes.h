// The triangle test with a triangle's corners, then its edges, side by side: the operations of transform()
// and edge_hits_unit_triangle(), each in their order, for three points at once.
#pragma once

#include <array>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// Corners 0, 1, 2 and corner 0 again.
struct CornerLanes {
  Float4 x, y, z;
};

inline CornerLanes corner_lanes(const std::array<Vec3f, 3>& c) {
  return {Float4{c[0].x, c[1].x, c[2].x, c[0].x}, Float4{c[0].y, c[1].y, c[2].y, c[0].y},
          Float4{c[0].z, c[1].z, c[2].z, c[0].z}};
}

inline Float4 transform_row(const std::array<float, 4>& row, const CornerLanes& c) {
  return (broadcast(row[0]) * c.x + broadcast(row[1]) * c.y) + (broadcast(row[2]) * c.z + broadcast(row[3]));
}

inline CornerLanes transform(const Matrix34& m, const CornerLanes& c) {
  return {transform_row(m[0], c), transform_row(m[1], c), transform_row(m[2], c)};
}

// From the end points of edges 01, 12, 20 (and 00, which hits nothing).
template <typename Lanes>
inline Lanes next_corner(Lanes v) {
  return shuffle<1, 2, 0, 0>(v, v);
}

// Does an edge of the triangle, given in the unit triangle's object, hit the unit triangle?
inline bool edges_hit(const Matrix34& to_unit, const CornerLanes& corners) {
  const Float4 az = transform_row(to_unit[2], corners);
  if (!any(az <= 0.0f) || !any(az >= 0.0f)) return false;  // no edge straddles; NaN has none to hit either
  const Float4 ax = transform_row(to_unit[0], corners), ay = transform_row(to_unit[1], corners);
  const Float4 bx = next_corner(ax), by = next_corner(ay), bz = next_corner(az);
  const Mask4 ordered = az <= bz;
  const Float4 px = select(ordered, ax, bx), py = select(ordered, ay, by), pz = select(ordered, az, bz);
  const Float4 qx = select(ordered, bx, ax), qy = select(ordered, by, ay), qz = select(ordered, bz, az);
  const Float4 left_x = px * qz, right_x = qx * pz;
  const Float4 left_y = py * qz, right_y = qy * pz;
  const Float4 sum = (left_x - right_x) + (left_y - right_y);
  return any((pz <= 0.0f) & (qz >= 0.0f) & (pz < qz) & (left_x >= right_x) & (left_y >= right_y) &
             (sum <= qz - pz));
}

// A tumbled triangle in both frames, the first stage done once for all aligned triangles it meets.
struct TumbledTriangle {
  CornerLanes in_aligned;
  const TriangleRecord* record;

  TumbledTriangle(const TriangleRecord& triangle, const FrameMatrices& frames)
      : in_aligned(transform(frames.to_aligned, corner_lanes(triangle.corners))), record(&triangle) {}

  bool intersects(const TriangleRecord& aligned, const FrameMatrices& frames) const {
    return edges_hit(aligned.to_unit, in_aligned) ||
           edges_hit(record->to_unit, transform(frames.to_tumbled, corner_lanes(aligned.corners)));
  }
  // Always certain of itself.
  Verdict verdict(const TriangleRecord& aligned, const FrameMatrices& frames) const {
    return intersects(aligned, frames) ? Verdict::hit : Verdict::miss;
  }
};

}  // namespace collisionchip
