// How many nodes a step of the list traversal takes at a time (§3.1, footnote 1).
#pragma once

namespace collisionchip {

constexpr int kMostGroupLevels = 4;

// 2^levels nodes of either tree; each from 1 to kMostGroupLevels.
struct GroupShape {
  int tumbled_levels = 1;
  int aligned_levels = 1;
};

}  // namespace collisionchip
