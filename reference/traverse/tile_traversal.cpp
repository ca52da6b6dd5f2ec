#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_batch.h"

namespace collisionchip {

namespace {

// Tumbled triangles [first, end) against all aligned ones.
void meet_tile(const TriangleQuery& query, std::uint32_t first, std::uint32_t end, TriangleBatch& batch) {
  for (std::uint32_t aligned = 0; aligned < query.aligned.size(); ++aligned) {
    for (std::uint32_t tumbled = first; tumbled < end && !batch.stopped(); ++tumbled)
      batch.add(tumbled, aligned);
  }
}

}  // namespace

QueryResult tile_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options, std::uint32_t tile) {
  if (tile == 0) throw std::invalid_argument("a tile without triangles");
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  QueryResult result;
  TriangleBatch batch(query, result);
  const auto tumbled = static_cast<std::uint32_t>(query.tumbled.size());
  for (std::uint32_t first = 0; first < tumbled && !batch.stopped();) {
    const std::uint32_t end = first + std::min(tile, tumbled - first);
    meet_tile(query, first, end, batch);
    first = end;
  }
  batch.test();
  sort_pairs(result.pairs);
  return result;
}

}  // namespace collisionchip
