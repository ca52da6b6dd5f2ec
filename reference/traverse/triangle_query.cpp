#include "collisionchip/reference/traverse/triangle_query.h"

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

namespace collisionchip {

TriangleQuery::TriangleQuery(const std::vector<TriangleRecord>& a, const std::vector<TriangleRecord>& b,
                             const Pose& query_pose, const QueryOptions& query_options)
    : tumbled(query_options.tumbled_side == TumbledSide::a ? a : b),
      aligned(query_options.tumbled_side == TumbledSide::a ? b : a),
      frames(make_frame_matrices(query_pose, query_options.tumbled_side)),
      pose(query_pose),
      options(query_options) {}

bool TriangleQuery::triangles_hit(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                                  TraversalCounters& counters) const {
  const TriangleRecord& t = tumbled[tumbled_triangle];
  const TriangleRecord& a = aligned[aligned_triangle];
  ++counters.triangle_tests;
  if (options.answers == Answers::raw) return triangles_intersect(t, a, frames);
  return settled(triangle_verdict(t, a, frames), tumbled_triangle, aligned_triangle, counters);
}

bool TriangleQuery::settled(Verdict verdict, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                            TraversalCounters& counters) const {
  if (verdict != Verdict::uncertain) return verdict == Verdict::hit;
  const TriangleRecord& t = tumbled[tumbled_triangle];
  const TriangleRecord& a = aligned[aligned_triangle];
  return settled_exactly(cause_of_uncertainty(t, a, frames), tumbled_triangle, aligned_triangle, counters);
}

bool TriangleQuery::settled_exactly(Uncertainty cause, std::uint32_t tumbled_triangle,
                                    std::uint32_t aligned_triangle, TraversalCounters& counters) const {
  const TriangleRecord& t = tumbled[tumbled_triangle];
  const TriangleRecord& a = aligned[aligned_triangle];
  ++counters.uncertain;
  ++counters.uncertain_causes[static_cast<std::size_t>(cause)];
  return options.tumbled_side == TumbledSide::a ? triangles_intersect_exactly(t.corners, a.corners, pose)
                                                : triangles_intersect_exactly(a.corners, t.corners, pose);
}

}  // namespace collisionchip
