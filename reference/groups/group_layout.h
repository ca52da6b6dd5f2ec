// Records of the group machine: groups of 2, 4 or 8 siblings with their volumes quantised relative to the
// group, and blocks of up to 1, 2 or 4 triangles as shared corners. To the bit: docs/group_machine.md.
//
// Both lie in one image per object. A group's children lie side by side, its family: first a group for each
// inner member, then a block for each leaf. So a group needs one link.
#pragma once

#include <cstdint>

namespace collisionchip {

constexpr int kMostGroupWidth = 8;
constexpr int kMostBlockTriangles = 4, kMostBlockCorners = 6;
constexpr std::uint32_t kGroupUnitBytes = 32;

// Places in an object's image, in units of 32 bytes from its base; below 2^27 (2^25 for groups of 8).
using GroupAddress = std::uint32_t;

struct GroupLayout {
  int k = 24;         // 6, 14, 18, 24 or 26: sets with axes
  int width = 4;      // most members of a group: 2, 4, 8 (8: for counts in software alone)
  int bits = 6;       // of a quantised coefficient: 5 to 8
  int leaf_size = 2;  // most triangles of a block: 1, 2 or 4

  int half() const { return k / 2; }
  std::uint32_t every_member() const { return (1u << width) - 1; }

  // Bits of a group: 32 of shape and link, 20 of each direction, k * bits of each place for a member.
  int group_bits() const { return 32 + 20 * half() + width * k * bits; }
  // What is read of a group, in whole 16 bytes, and what lies between one and the next: 64 bytes, 128, or a
  // multiple of 64 beyond, in units.
  std::uint32_t group_bytes() const { return static_cast<std::uint32_t>(group_bits() + 127) / 128 * 16; }
  std::uint32_t group_units() const {
    const std::uint32_t pairs = (group_bytes() + 2 * kGroupUnitBytes - 1) / (2 * kGroupUnitBytes);
    return 2 * pairs;
  }
  // Families with groups start at multiples of so many units, so that none of up to 128 bytes lies across a
  // multiple of 256 bytes, where a read would take two bursts; others, at multiples of 64 bytes.
  std::uint32_t family_units(bool with_groups) const { return with_groups && group_units() == 4 ? 4 : 2; }
  // A block: 64 bytes with 4 corners for up to 2 triangles, 96 with 6 for up to 4.
  std::uint32_t block_bytes() const { return leaf_size <= 2 ? 64 : 96; }
  std::uint32_t block_units() const { return block_bytes() / kGroupUnitBytes; }
  int block_corners() const { return leaf_size <= 2 ? 4 : 6; }

  friend bool operator==(const GroupLayout& x, const GroupLayout& y) {
    return x.k == y.k && x.width == y.width && x.bits == y.bits && x.leaf_size == y.leaf_size;
  }
};

// InputError that names what is not offered.
void check_group_layout(const GroupLayout& layout);

}  // namespace collisionchip
