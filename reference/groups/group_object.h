// An object as the group machine has it in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/group_record.h"
#include "collisionchip/reference/groups/leaf_block.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct GroupObject {
  GroupLayout layout;
  GroupGrid grid;
  std::vector<std::uint32_t> words;  // the image, 32 bit, little-endian; the root's group is at address 0
  std::uint32_t group_count = 0, block_count = 0;
  int depth = 0;  // levels of groups, at least 1
  // By triangle number, for the slow unit and the exact predicate.
  std::vector<TriangleRecord> triangles;

  std::uint64_t bytes() const { return std::uint64_t{words.size()} * 4; }
  const std::uint32_t* at(GroupAddress address) const {
    return words.data() + std::size_t{address} * (kGroupUnitBytes / 4);
  }
  Group group(GroupAddress address) const { return decode_group(layout, at(address)); }
  LeafBlock block(GroupAddress address) const { return decode_block(layout, at(address)); }

  // From a tree of pairs, whose nodes become members by a GroupPlan. Subtrees of at most `leaf_size`
  // triangles whose corners fit a block are leaves. InputError for a layout that is not offered, a k that is
  // not the tree's, an image that links cannot cover.
  static GroupObject build(const GroupLayout& layout, const CollisionObject& object);
};

}  // namespace collisionchip
