// The rule "axis_point" (docs/tree.md): an axis chosen in one of six ways, the triangles parted at a point
// along it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "collisionchip/reference/tree/dop_size.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/reference/tree/tree_options.h"

namespace collisionchip {

// A coordinate axis, or with the axis "normals" a normal of the DOP, and a place along it. What lies before it, or at it with a smaller number, is on the left. Places are
// twice those of centres.
struct AxisCut {
  int axis = 0;
  double at = 0;
  std::uint32_t triangle = ~std::uint32_t{0};
};

struct SplitPart {
  DopNode volume;
  std::size_t count = 0;

  void add(int k, const DopNode& leaf);
};

// False if a part is empty or has nearly all triangles, or if both parts are as large as the whole.
bool parts_well(int k, const SplitPart& left, const SplitPart& right, const SizeMeasure& measure);

// The cost of both parts together, or with the volume of the larger part alone.
DopSize volume_cost(const DopSize& left, const DopSize& right, bool larger_alone);

// The cut that the rule chooses, for every axis except "farthest", which has no number.
AxisCut axis_point_cut(const TreeOptions& options, const std::uint32_t* first, const std::uint32_t* last,
                       const SplitData& data);

// InputError for an axis, a point or an objective of another name.
std::unique_ptr<SplitRule> make_axis_point_rule(const TreeOptions& options);

}  // namespace collisionchip
