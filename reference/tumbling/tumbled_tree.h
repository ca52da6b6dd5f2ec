// A DOP tree whose nodes are tumbled in one of four ways (docs/tree.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/tumbling/hill_climb.h"
#include "collisionchip/reference/tumbling/node_corners.h"
#include "collisionchip/reference/tumbling/tumbled_directions.h"

namespace collisionchip {

// recompute: the box of all tumbled corners. hull: the same from the corners that climbing on their hull finds.
// polytope: the box of the DOP's tumbled vertices. rows: the chip's three coefficients.
enum class Tumbling { recompute, hull, polytope, rows };
const std::vector<std::string>& tumbling_names();  // in that order

struct TumblingCounters {
  std::uint64_t climbs = 0;  // of one direction of one node
  std::uint64_t steps = 0;   // vertices gone to in all climbs
  std::uint64_t looks = 0;   // dot products of all climbs
};

// One query at a time. What a climb found is where the one of the next pose begins; asking for the same pose again
// costs the same again.
class TumbledTree {
 public:
  // With hull: nodes of levels (0: in pair 0) below hill_levels have hulls where they have enough corners and these
  // lie in no plane, and are recomputed elsewhere; deeper ones are tumbled as polytopes. InputError for hull in a
  // program without qhull. The tree must outlive this.
  TumbledTree(const Mesh& mesh, const DopTree& tree, Tumbling way, int hill_levels);

  void begin_query(const RigidMap& map);
  // Encloses the tumbled triangles below the node, whatever is rounded.
  void tumble(std::uint32_t node, PartnerDop& out);

  const DopTree& tree() const { return tree_; }
  const NodeCorners& corners() const { return corners_; }
  std::size_t hulls() const { return hulls_.size(); }
  std::uint64_t bytes() const;  // of all that is kept in addition to the DOPs
  TumblingCounters counters() const { return {climbs_, climb_.steps(), climb_.looks()}; }

 private:
  // Where the climbs along k directions begin, and where those of this pose ended.
  struct ClimbedHull {
    ConvexHull hull;
    std::vector<std::uint32_t> starts, ends;
    std::uint64_t pose = 0;
  };

  bool has_vertices(std::uint32_t node) const;
  void tumble_points(const Vec3d* begin, const Vec3d* end, PartnerDop& out) const;
  void tumble_hull(ClimbedHull& climbed, PartnerDop& out);

  const DopTree& tree_;
  Tumbling way_;
  int hill_levels_;
  NodeCorners corners_;
  std::vector<Vec3d> vertices_;  // of polytopes
  std::vector<std::size_t> first_vertex_;
  std::vector<ClimbedHull> hulls_;
  std::vector<std::uint32_t> hull_of_;  // by node; ~0: none
  HillClimb climb_;
  std::uint64_t climbs_ = 0, pose_ = 0;
  RigidMap map_;
  std::unique_ptr<TumbledDirections> directions_;
  DopTransform transform_;
};

}  // namespace collisionchip
