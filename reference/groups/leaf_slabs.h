// What a list knows of a tumbled leaf in addition to its volume: a slab along the normal of each of its triangles, as in the
// Group Unit. Derivation: docs/group_machine.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/groups/corner_transform.h"

namespace collisionchip {

// A PlaneSlab for coordinates as they are: its factors count steps of the aligned grid, and its ends are less what the
// origins of its directions add. So a comparison needs no grid.
struct LeafSlab {
  std::array<std::uint32_t, 3> j{};  // directed normals
  std::array<std::uint32_t, 3> c{};  // 12 bits, shifted by 2 to 8: a step is so many units
  std::int64_t low = 0, high = 0;    // 45 bits with sign
};

// One for each triangle; none if nothing is known of one of them.
struct LeafSlabs {
  int count = 0;
  std::array<LeafSlab, kMostBlockTriangles> slabs{};
};
LeafSlabs slabs_of(const GroupGrid& aligned, const TumbledLeaf& leaf);

// A volume of the aligned grid meets the leaf if one of the slabs cuts it, or if there is none. They are compared one after the
// other until one does.
struct SlabMeeting {
  bool met = true;
  int tests = 0;
};
SlabMeeting meet_slabs(int half, const LeafSlabs& leaf, const GroupVolume& aligned);

}  // namespace collisionchip
