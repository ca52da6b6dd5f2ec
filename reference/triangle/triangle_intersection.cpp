#include "collisionchip/reference/triangle/triangle_intersection.h"

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/reference/triangle/triangle_lanes.h"
#include "collisionchip/reference/triangle/triangle_stages.h"

namespace collisionchip {

Vec3f transform(const Matrix34& m, const Vec3f& p) {
  const Vec3f result = transform_point(m, p);
  return {canonical(result.x), canonical(result.y), canonical(result.z)};
}

bool edge_hits_unit_triangle(const Vec3f& a, const Vec3f& b) {
  return edge_meets_unit_triangle(a, b);
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
