// The case study's advice for models of many triangles (docs/opencl.md): "divide each model into a set number of bounding
// boxes", and its host's "bounding boxes collision prior to full collision testing". Boxes lie along the axes of A's frame,
// around the triangles moved in double. They are enlarged by the rounding error, so all pairs that meet are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

using TriangleGroups = std::vector<std::vector<std::uint32_t>>;

// The triangles in `count` groups, or in as many as there are triangles: halves along the longest axis of the centroids.
TriangleGroups divided(const std::vector<TriangleRecord>& records, std::uint32_t count);

// What was compared. `triangle_boxes`: a triangle's box with a model's box or with another triangle's.
struct BoxCounts {
  std::uint64_t boxes = 0, triangle_boxes = 0, triangles = 0, uncertain = 0;
};

class ModelBoxes {
 public:
  ModelBoxes(const std::vector<TriangleRecord>& a, const std::vector<TriangleRecord>& b, std::uint32_t count)
      : a_(a), b_(b), groups_a_(divided(a, count)), groups_b_(divided(b, count)) {}

  // The exact pairs, sorted.
  std::vector<TrianglePair> pairs(const Pose& pose, BoxCounts& counts) const;

 private:
  const std::vector<TriangleRecord>&a_, &b_;
  const TriangleGroups groups_a_, groups_b_;
};

}  // namespace collisionchip
