#include "collisionchip/reference/triangle/triangle_intersection.h"

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/reference/triangle/triangle_lanes.h"

namespace collisionchip {

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
