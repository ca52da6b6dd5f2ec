#include "collisionchip/reference/groups/leaf_slabs.h"

namespace collisionchip {

namespace {

LeafSlab slab_of(const GroupGrid& grid, const PlaneSlab& plane) {
  const int half = grid.k / 2;
  LeafSlab slab;
  std::int64_t origins = 0;
  for (std::size_t m = 0; m < 3; ++m) {
    const int j = plane.j[m], i = j % half;
    const std::int64_t origin = offset_from_centre(grid, i);
    slab.j[m] = static_cast<std::uint32_t>(j);
    slab.c[m] = static_cast<std::uint32_t>(plane.c[m]) << grid.finer(i);
    origins += plane.c[m] * (j < half ? -origin : origin);
  }
  slab.low = plane.low - origins;
  slab.high = plane.high - origins;
  return slab;
}

bool cuts(int half, const LeafSlab& slab, const GroupVolume& volume) {
  std::int64_t low = 0, high = 0;
  const auto directions = static_cast<std::size_t>(half);
  for (std::size_t m = 0; m < 3; ++m) {
    const auto j = static_cast<std::size_t>(slab.j[m]), i = j % directions;
    const std::int64_t c = slab.c[m], least = volume.d[i], most = volume.d[i + directions];
    low += c * (j < directions ? -most : least);
    high += c * (j < directions ? -least : most);
  }
  return high >= slab.low && low <= slab.high;
}

}  // namespace

LeafSlabs slabs_of(const GroupGrid& aligned, const TumbledLeaf& leaf) {
  LeafSlabs slabs;
  if (!leaf.bounded) return slabs;
  slabs.count = leaf.count;
  for (std::size_t t = 0; t < static_cast<std::size_t>(leaf.count); ++t)
    slabs.slabs[t] = slab_of(aligned, leaf.triangles[t].plane);
  return slabs;
}

SlabMeeting meet_slabs(int half, const LeafSlabs& leaf, const GroupVolume& aligned) {
  SlabMeeting meeting;
  while (meeting.tests < leaf.count) {
    meeting.met = cuts(half, leaf.slabs[static_cast<std::size_t>(meeting.tests)], aligned);
    ++meeting.tests;
    if (meeting.met) break;
  }
  return meeting;
}

}  // namespace collisionchip
