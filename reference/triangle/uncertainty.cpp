#include "collisionchip/reference/triangle/uncertainty.h"

#include <algorithm>

#include "collisionchip/reference/triangle/triangle_filter.h"

namespace collisionchip {

namespace {

Uncertainty cause_of(const TriangleRecord& unit, const BoundedCorners& corners) {
  const BoundedLane x(unit.to_unit, unit.bound, corners, 0), y(unit.to_unit, unit.bound, corners, 1),
      z(unit.to_unit, unit.bound, corners, 2);
  const Float4 infinity = broadcast(__builtin_inff());
  if (!all_three((x.error < infinity) & (y.error < infinity) & (z.error < infinity))) {
    return Uncertainty::unbounded;
  }
  const Mask4 near = ~(z.above(Float4{}) | z.below(Float4{}));
  if (all_three(near)) return Uncertainty::coplanar;
  const EdgeVerdicts verdicts = edge_verdicts(unit.to_unit, unit.bound, corners);
  const Mask4 undecided = ~verdicts.miss & lanes_below(3);
  return any(undecided & (near | next_corner(near))) ? Uncertainty::corner : Uncertainty::side;
}

}  // namespace

Uncertainty cause_of_uncertainty(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                                 const FrameMatrices& frames) {
  const BoundedCorners in_aligned(frames.to_aligned, frames.to_aligned_bound, corner_lanes(tumbled.corners));
  const BoundedCorners in_tumbled(frames.to_tumbled, frames.to_tumbled_bound, corner_lanes(aligned.corners));
  return std::min(cause_of(aligned, in_aligned), cause_of(tumbled, in_tumbled));
}

}  // namespace collisionchip
