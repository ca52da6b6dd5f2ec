// The triangles of a query, by role instead of by name: of the mirror and of the answering traversal. It knows nothing of bounding volumes, so every traversal
// asks it, whatever tree it walks.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

struct TriangleQuery {
  const std::vector<TriangleRecord>& tumbled;  // by triangle number
  const std::vector<TriangleRecord>& aligned;
  FrameMatrices frames;
  Pose pose;
  QueryOptions options;

  TriangleQuery(const std::vector<TriangleRecord>& a, const std::vector<TriangleRecord>& b,
                const Pose& query_pose, const QueryOptions& query_options);

  // The triangle test as options.answers wants it; counts what it does.
  bool triangles_hit(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                     TraversalCounters& counters) const;
  // A verdict turned into an answer.
  bool settled(Verdict verdict, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
               TraversalCounters& counters) const;
  // An uncertain one, whose cause is known.
  bool settled_exactly(Uncertainty cause, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                       TraversalCounters& counters) const;
  TrianglePair named(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle) const {
    return options.tumbled_side == TumbledSide::a ? TrianglePair{tumbled_triangle, aligned_triangle}
                                                  : TrianglePair{aligned_triangle, tumbled_triangle};
  }
};

}  // namespace collisionchip
