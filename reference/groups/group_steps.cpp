#include "collisionchip/reference/groups/group_steps.h"

#include <stdexcept>

#include "collisionchip/reference/groups/pose_registers.h"

namespace collisionchip {

GroupRegisters make_group_registers(const GroupObject& tumbled, const GroupObject& aligned, const Pose& pose,
                                    TumbledSide side, const GroupFilters& filters, RegisterNumbers numbers) {
  if (!(tumbled.layout == aligned.layout)) throw std::invalid_argument("groups: the objects' layouts differ");
  if (numbers == RegisterNumbers::doubles) {
    const RigidMap map = RigidMap::of(pose, side);
    return {tumbled.layout, make_group_transform(map, tumbled.grid, aligned.grid),
            make_corner_transform(map, tumbled.grid, aligned.grid), filters};
  }
  const PoseRegisters made =
      make_pose_registers(pose_words(pose), side, make_object_record(tumbled), make_object_record(aligned));
  return {tumbled.layout, made.volumes, made.corners, filters};
}

LeafShape shape_of(const GroupRegisters& registers, const TumbledLeaf& leaf) {
  LeafShape shape{leaf.bounded, leaf.volume, {}};
  if (registers.filters.leaf_plane) shape.slabs = slabs_of(registers.corners.aligned, leaf);
  return shape;
}

void prepare_member(const GroupRegisters& registers, const Group& tumbled, int i, const LeafShape* leaf,
                    TumbledMembers& members) {
  members.mask |= 1u << i;
  members.leaves |= std::uint32_t{tumbled.is_leaf(i)} << i;
  members.volumes[i] =
      uses_corners(registers.filters, leaf) ? leaf->volume : registers.volumes.apply(tumbled.volumes[i]);
  if (leaf != nullptr) members.slabs[i] = leaf->slabs;
}

Meeting meet_group(const GroupRegisters& registers, const TumbledMembers& tumbled, const Group& aligned,
                   std::uint32_t mask) {
  const int half = registers.layout.half();
  Meeting meeting;
  for (int i = 0; i < registers.layout.width; ++i) {
    if ((tumbled.mask >> i & 1u) == 0) continue;
    for (int j = 0; j < aligned.members; ++j) {
      if ((mask >> j & 1u) == 0) continue;
      ++meeting.node_tests;
      if (!overlap(half, tumbled.volumes[i], aligned.volumes[j])) continue;
      const SlabMeeting slabs = meet_slabs(half, tumbled.slabs[i], aligned.volumes[j]);
      meeting.plane_tests += slabs.tests;
      meeting.met[i] |= std::uint32_t{slabs.met} << j;
    }
  }
  return meeting;
}

NextEntries next_entries(const GroupRegisters& registers, const TumbledMembers& tumbled, int i,
                         const Group& aligned, GroupAddress aligned_address, std::uint32_t met) {
  NextEntries next;
  for (int j = 0; j < aligned.inner; ++j) {
    if ((met >> j & 1u) != 0)
      next.entries[next.count++] = {aligned.child(registers.layout, j), registers.layout.every_member()};
  }
  const std::uint32_t leaves = met & aligned.leaf_mask();
  if ((tumbled.leaves >> i & 1u) != 0) {
    next.leaf_pairs = leaves;
  } else if (leaves != 0) {
    next.entries[next.count++] = {aligned_address, leaves};
  }
  return next;
}

GroupEntry next_tumbled(const GroupLayout& layout, GroupAddress group_address, const Group& group, int i) {
  if (group.is_leaf(i)) return {group_address, 1u << i};
  return {group.child(layout, i), layout.every_member()};
}

LeafPass pass_leaf(const GroupRegisters& registers, const TumbledLeaf& tumbled, const GroupVolume& aligned) {
  LeafPass pass;
  for (int t = 0; t < tumbled.count; ++t) {
    const MovedTriangle& triangle = tumbled.triangles[t];
    const bool by_volume =
        !registers.filters.tight_leaf || overlap(registers.layout.half(), triangle.volume, aligned);
    const bool by_plane = by_volume && (!registers.filters.plane ||
                                        plane_cuts(registers.corners.aligned, triangle.plane, aligned));
    pass.by_volume |= std::uint32_t{by_volume} << t;
    pass.by_plane |= std::uint32_t{by_plane} << t;
  }
  return pass;
}

std::uint32_t pass_triangles(const GroupRegisters& registers, const MovedTriangle& tumbled,
                             const AlignedLeaf& aligned) {
  std::uint32_t passed = 0;
  for (int t = 0; t < aligned.count; ++t) {
    const bool pass = !registers.filters.own_volume ||
                      overlap(registers.layout.half(), tumbled.volume, aligned.triangles[t].volume);
    passed |= std::uint32_t{pass} << t;
  }
  return passed;
}

}  // namespace collisionchip
