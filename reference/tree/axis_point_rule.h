// The rule "axis_point" (docs/tree.md): an axis chosen in one of six ways, the triangles parted at a point
// along it.
#pragma once

#include <memory>

#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/reference/tree/tree_options.h"

namespace collisionchip {

// InputError for an axis, a point or an objective of another name.
std::unique_ptr<SplitRule> make_axis_point_rule(const TreeOptions& options);

}  // namespace collisionchip
