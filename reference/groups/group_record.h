// A group of siblings as it lies in memory and as whole numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/group_grid.h"
#include "collisionchip/reference/groups/group_layout.h"

namespace collisionchip {

// Bits of the record, from bit 0 of word 0 on, the lowest bit of a field first:
//   link     27   unit of the image at which the family starts (25 in groups of 8)
//   inner     3   number of inner members, 0 .. width (4 bits in groups of 8)
//   members   2   number of members less one (3 bits in groups of 8)
//   of each direction i < k/2:
//     base   16   a quarter of the coordinate at which the group's quanta start
//     shift   4   a quantum is 2^shift steps
//   of each member, inner ones first: k fields of `bits` bits: minima, then maxima, in quanta from the base
//   zero to the end; places without a member are zero.
struct Group {
  int members = 0;          // 1 .. width
  int inner = 0;            // members 0 .. inner-1 have a group each, the others a block
  GroupAddress family = 0;  // the first of them
  std::array<GroupVolume, kMostGroupWidth> volumes{};

  bool is_leaf(int member) const { return member >= inner; }
  std::uint32_t mask() const { return (1u << members) - 1; }
  std::uint32_t inner_mask() const { return (1u << inner) - 1; }
  std::uint32_t leaf_mask() const { return mask() & ~inner_mask(); }
  // The member's group, or its block.
  GroupAddress child(const GroupLayout& layout, int member) const {
    return member < inner ? family + static_cast<GroupAddress>(member) * layout.group_units()
                          : family + static_cast<GroupAddress>(inner) * layout.group_units() +
                                static_cast<GroupAddress>(member - inner) * layout.block_units();
  }
};

// group_bytes() / 4 words. Volumes are rounded outwards: decoded, each encloses what was encoded.
void encode_group(const GroupLayout& layout, const Group& group, std::uint32_t* words);
// Every bit pattern decodes to something; coordinates beyond kLastOwnCoordinate become that.
Group decode_group(const GroupLayout& layout, const std::uint32_t* words);

}  // namespace collisionchip
