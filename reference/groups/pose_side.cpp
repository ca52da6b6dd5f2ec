#include "collisionchip/reference/groups/pose_side.h"

namespace collisionchip {

void PoseSide::begin(const Group& group, std::uint32_t mask) {
  const GroupFilters& filters = query_->registers.filters;
  group_ = &group;
  members_ = {};
  moved_ = 0;
  for (int i = 0; i < group.members; ++i) {
    if ((mask >> i & 1u) == 0) continue;
    const bool corners = group.is_leaf(i) && filters.need_corners();
    if (corners) move(i);
    if (corners) shapes_[i] = shape_of(query_->registers, leaves_[i]);
    const LeafShape* leaf = corners ? &shapes_[i] : nullptr;
    prepare_member(query_->registers, group, i, leaf, members_);
    counters_.transforms += uses_corners(filters, leaf) ? 0 : 1;
  }
}

void PoseSide::move(int i) {
  const GroupAddress address = group_->child(query_->registers.layout, i);
  leaves_[i] = move_block(query_->registers.corners, query_->tumbled.block(address));
  moved_ |= 1u << i;
  ++counters_.moved_leaves;
}

bool PoseSide::meet_leaves(int i, const GroupVolume& volume, const LeafBlock& block) {
  if ((moved_ >> i & 1u) == 0) move(i);
  const TumbledLeaf& tumbled = leaves_[i];
  const LeafPass pass = pass_leaf(query_->registers, tumbled, volume);
  const auto count = static_cast<std::uint64_t>(block.count);
  ++counters_.leaf_pairs;
  counters_.triangle_pairs += count * static_cast<std::uint64_t>(tumbled.count);
  counters_.after_volume += count * count_members(pass.by_volume);
  counters_.after_plane += count * count_members(pass.by_plane);
  counters_.slab_tests += query_->registers.filters.plane ? count_members(pass.by_volume) : 0;
  if (pass.by_plane == 0) return false;
  const AlignedLeaf placed = place_block(query_->registers.corners.aligned, block);
  for (int t = 0; t < tumbled.count && !stopped_; ++t) {
    if ((pass.by_plane >> t & 1u) != 0) test(tumbled.triangles[t], placed);
  }
  return true;
}

void PoseSide::test(const MovedTriangle& tumbled, const AlignedLeaf& aligned) {
  const std::uint32_t passed = pass_triangles(query_->registers, tumbled, aligned);
  for (int t = 0; t < aligned.count && !stopped_; ++t) {
    if ((passed >> t & 1u) == 0) continue;
    ++counters_.triangle_tests;
    if (!query_->hit(tumbled, aligned.triangles[t], counters_)) continue;
    pairs_.push_back(query_->triangles.named(tumbled.number, aligned.triangles[t].number));
    stopped_ = query_->triangles.options.first_witness;
  }
}

}  // namespace collisionchip
