// Which of many objects may touch: sweep and prune over boxes along the axes of the world, then k-DOPs of the world around
// objects whose boxes meet. It never loses a pair: all rounding is outward, and the volumes also include the difference
// between a query's relative pose and the two poses in the world. An object that does not move is placed only once.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/scene/pose_margin.h"
#include "collisionchip/reference/scene/world_volume.h"

namespace collisionchip {

struct ObjectPair {
  std::uint32_t a, b;  // a < b

  friend bool operator==(const ObjectPair& x, const ObjectPair& y) { return x.a == y.a && x.b == y.b; }
  friend bool operator<(const ObjectPair& x, const ObjectPair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

class BroadPhase {
 public:
  // Each root encloses an object in its own frame. All roots have the same k. The roots are copied.
  BroadPhase(int k, const std::vector<const DopNode*>& roots);

  // The pairs whose boxes and volumes meet where the poses place them, x_world = R x + t, sorted. There is a pose for each
  // root. The pairs do not depend on the calls before; they stay until the next one.
  const std::vector<ObjectPair>& candidates(const std::vector<DoublePose>& poses);

  // What candidates() allowed for (scene/pose_margin.h).
  float margin() const { return margin_; }

 private:
  struct Part {
    RootReach root;
    DoublePose pose;
    MatrixNorms norms;
    WorldVolume volume;
    bool has_normals = false;  // else the volume is a box
    bool has_moved = true;     // since the call before
  };
  // Where a box begins, for the sweep.
  struct Begin {
    float low;
    std::uint32_t part;
  };

  void place(const std::vector<DoublePose>& poses);
  void sort_along(std::size_t axis);
  void sweep_along(std::size_t axis);
  void meet_boxes(std::size_t at, std::size_t begin, std::size_t end, bool still_ones);
  void meet_volumes();
  float margin_of(const ObjectPair& pair) const;
  void join_pairs();

  const ConeTable& cones_;
  const BoundWeights weights_;
  std::vector<Part> parts_;
  float margin_ = 0;
  std::size_t axis_ = 0;
  std::vector<Begin> order_, moved_, still_;
  std::array<std::vector<float>, 3> lows_,
      highs_;  // of the boxes in the order of the sweep, with room for three more
  std::vector<float>
      still_reach_;  // how far one that has not moved and begins there or before reaches along the axis
  std::vector<ObjectPair> found_;  // of which one has moved
  std::vector<ObjectPair> kept_, pairs_;
};

}  // namespace collisionchip
