// The bounding volumes of a query as the paper's traversals see them: DOPs here. "This scheme works for all kinds of
// hierarchical collision detection" (§3.1): another volume is another class with these members, given to the
// same traversals (list_scheme.h, single_list_scheme.h, simultaneous_scheme.h, group_scheme.h).
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/pair_transform.h"
#include "collisionchip/reference/traverse/dop_query.h"

namespace collisionchip {

template <int kHalf>
class DopVolumes {
 public:
  using Tree = DopTree;            // pairs of nodes: nodes(), node(pair, side), root_mask()
  using Node = DopNode;            // is_leaf(), child, triangle, and the volume
  using Transformed = PartnerDop;  // the volume of a tumbled node in the aligned frame

  explicit DopVolumes(const DopQuery& query) : query_(query) {}

  const DopTree& tumbled() const { return query_.tumbled; }
  const DopTree& aligned() const { return query_.aligned; }
  // `node`: its place in nodes() of the tumbled tree.
  void transform(std::uint32_t node, PartnerDop& out) const {
    query_.transform.apply(tumbled().nodes()[node], out);
  }
  static bool overlap(const PartnerDop& tumbled, const DopNode& aligned) {
    return collisionchip::overlap<kHalf>(tumbled, aligned);
  }

 private:
  const DopQuery& query_;
};

// With both siblings transformed at once, as ListTraversal wants them.
template <int kHalf>
class DopPairVolumes : public DopVolumes<kHalf> {
 public:
  explicit DopPairVolumes(const DopQuery& query) : DopVolumes<kHalf>(query), transform_(query.transform) {}

  void transform_pair(std::uint32_t pair, std::array<PartnerDop, 2>& out) const {
    transform_.apply(&this->tumbled().node(pair, 0), out);
  }

 private:
  PairTransform transform_;
};

}  // namespace collisionchip
