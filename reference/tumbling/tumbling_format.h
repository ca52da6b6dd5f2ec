// DOP trees whose nodes are tumbled in another way than by the chip's rows, for `collisionchip trees --tumble`.
#pragma once

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/tumbling/tumbled_tree.h"

namespace collisionchip {

// Every level: all nodes that can have a hull.
constexpr int kAllLevels = 1 << 30;

// "dop128-recompute" and so on: trees of pairs, walked as QuickCD does, so that each node is tumbled once in a query.
// They remember the last pose: a tree has one query at a time. bytes() counts what a way keeps in addition to the nodes.
std::unique_ptr<TreeFormat> make_tumbling_format(Tumbling way, int hill_levels = kAllLevels);

}  // namespace collisionchip
