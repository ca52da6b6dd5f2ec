#include "collisionchip/reference/traverse/query.h"

#include <stdexcept>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

namespace collisionchip {

QuerySetup::QuerySetup(const CollisionObject& a, const CollisionObject& b, const Pose& query_pose,
                       TumbledSide tumbled)
    : dop(make_dop_transform(a.tree.k(), RigidMap::of(query_pose, tumbled),
                             tumbled == TumbledSide::a ? a.tree.root() : b.tree.root())),
      frames(make_frame_matrices(query_pose, tumbled)),
      tumbled_side(tumbled),
      pose(query_pose) {
  if (a.tree.k() != b.tree.k()) throw std::invalid_argument("both objects need trees of the same k");
}

Query::Query(const CollisionObject& a, const CollisionObject& b, const QuerySetup& query_setup,
             const QueryOptions& query_options)
    : tumbled(query_setup.tumbled_side == TumbledSide::a ? a : b),
      aligned(query_setup.tumbled_side == TumbledSide::a ? b : a),
      setup(query_setup),
      options(query_options) {}

bool Query::triangles_hit(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                          TraversalCounters& counters) const {
  const TriangleRecord& t = tumbled.triangles[tumbled_triangle];
  const TriangleRecord& a = aligned.triangles[aligned_triangle];
  ++counters.triangle_tests;
  if (options.answers == Answers::raw) return triangles_intersect(t, a, setup.frames);
  return settled(triangle_verdict(t, a, setup.frames), tumbled_triangle, aligned_triangle, counters);
}

bool Query::settled(Verdict verdict, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                    TraversalCounters& counters) const {
  if (verdict != Verdict::uncertain) return verdict == Verdict::hit;
  const TriangleRecord& t = tumbled.triangles[tumbled_triangle];
  const TriangleRecord& a = aligned.triangles[aligned_triangle];
  return settled_exactly(cause_of_uncertainty(t, a, setup.frames), tumbled_triangle, aligned_triangle,
                         counters);
}

bool Query::settled_exactly(Uncertainty cause, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                            TraversalCounters& counters) const {
  const TriangleRecord& t = tumbled.triangles[tumbled_triangle];
  const TriangleRecord& a = aligned.triangles[aligned_triangle];
  ++counters.uncertain;
  ++counters.uncertain_causes[static_cast<std::size_t>(cause)];
  return setup.tumbled_side == TumbledSide::a ? triangles_intersect_exactly(t.corners, a.corners, setup.pose)
                                              : triangles_intersect_exactly(a.corners, t.corners, setup.pose);
}

}  // namespace collisionchip
