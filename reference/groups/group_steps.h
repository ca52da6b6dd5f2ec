// What the units of the group machine do, step by step, as functions of bits: a list, an entry, a pair of
// leaves, a pair of triangles. The reference's traversal and the model call the same ones.
//
//   list:   the tumbled group is read; each member that takes part is transformed (prepare_member), or, a
//           leaf with `tight_leaf`, moved corner by corner (its block is read)
//   entry:  the aligned group is read; members meet (meet_group), a tumbled leaf by the slabs of its triangles,
//           too, with `leaf_plane`; entries for the next lists and pairs of leaves follow
//   leaves: each tumbled triangle against the aligned leaf's volume and slab (pass_leaf); if one passes, the
//           aligned block is read
//   blocks: each tumbled triangle that passed against each aligned one's own volume (pass_triangles)
//   tests:  small_triangle_verdict, or at once the slow unit
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/corner_transform.h"
#include "collisionchip/reference/groups/group_filters.h"
#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/groups/group_transform.h"
#include "collisionchip/reference/groups/leaf_slabs.h"
#include "collisionchip/reference/groups/small_triangle_test.h"

namespace collisionchip {

// What the units must be told of a query: written into registers by the driver.
struct GroupRegisters {
  GroupLayout layout;
  GroupTransform volumes;
  CornerTransform corners;
  GroupFilters filters;
};
// What makes them: a host in double, or a Pose Unit in whole numbers (pose_registers.h). The numbers differ, but both are
// valid bounds.
enum class RegisterNumbers { doubles, integers };
// The registers of a pose; `side` is the tumbled one. std::invalid_argument unless both objects have the same layout.
GroupRegisters make_group_registers(const GroupObject& tumbled, const GroupObject& aligned, const Pose& pose,
                                    TumbledSide side, const GroupFilters& filters, RegisterNumbers numbers);

// A group, and which of its members take part. Bits of places without a member have no meaning.
struct GroupEntry {
  GroupAddress group = 0;
  std::uint32_t mask = 0;

  friend bool operator==(const GroupEntry& x, const GroupEntry& y) {
    return x.group == y.group && x.mask == y.mask;
  }
};

// What a list learns of one of its tumbled leaves when the leaf's block is moved.
struct LeafShape {
  bool bounded = false;  // volume and slabs are valid
  GroupVolume volume;
  LeafSlabs slabs;  // empty unless filters.leaf_plane is on
};
LeafShape shape_of(const GroupRegisters& registers, const TumbledLeaf& leaf);

// The tumbled side of a list.
struct TumbledMembers {
  std::uint32_t mask = 0, leaves = 0;                  // members that take part; of these, leaves
  std::array<GroupVolume, kMostGroupWidth> volumes{};  // on the aligned grid
  std::array<LeafSlabs, kMostGroupWidth> slabs{};      // of leaves
};
// Whether a member's volume is that of its corners; if not, it goes through the rows.
inline bool uses_corners(const GroupFilters& filters, const LeafShape* leaf) {
  return filters.tight_leaf && leaf != nullptr && leaf->bounded;
}
// Member `i` of the tumbled group; `leaf`: of its moved block, null unless it is a leaf and
// filters.need_corners().
void prepare_member(const GroupRegisters& registers, const Group& tumbled, int i, const LeafShape* leaf,
                    TumbledMembers& members);

// Which aligned members each tumbled one meets: by their volumes and, a leaf, by its slabs.
struct Meeting {
  std::array<std::uint32_t, kMostGroupWidth> met{};
  int node_tests = 0;   // tumbled members that take part x aligned ones
  int plane_tests = 0;  // slabs against members that the volumes do not part
};
Meeting meet_group(const GroupRegisters& registers, const TumbledMembers& tumbled, const Group& aligned,
                   std::uint32_t mask);

// What follows for tumbled member `i`: entries to append to its next list, in this order, and the aligned
// members that its triangles meet as leaves.
struct NextEntries {
  int count = 0;  // 0 .. width
  std::array<GroupEntry, kMostGroupWidth + 1>
      entries;                   // groups of inner members; the entry again with its leaves
  std::uint32_t leaf_pairs = 0;  // aligned members, if `i` is a leaf
};
NextEntries next_entries(const GroupRegisters& registers, const TumbledMembers& tumbled, int i,
                         const Group& aligned, GroupAddress aligned_address, std::uint32_t met);

// The tumbled side of member i's next list: its group with all members, or, a leaf, the same group with it
// alone.
GroupEntry next_tumbled(const GroupLayout& layout, GroupAddress group_address, const Group& group, int i);

// Triangles of a tumbled leaf, bit by bit, that the aligned leaf's volume does not part.
struct LeafPass {
  std::uint32_t by_volume = 0;  // after the triangle's own tight volume (all, unless tight_leaf)
  std::uint32_t by_plane = 0;   // after its slab, too (the same, unless plane)
};
LeafPass pass_leaf(const GroupRegisters& registers, const TumbledLeaf& tumbled, const GroupVolume& aligned);

// For a tumbled triangle that has passed: the aligned triangles, bit by bit, to be tested.
std::uint32_t pass_triangles(const GroupRegisters& registers, const MovedTriangle& tumbled,
                             const AlignedLeaf& aligned);

}  // namespace collisionchip
