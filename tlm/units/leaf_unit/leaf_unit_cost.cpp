#include <algorithm>

#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"

namespace collisionchip {

namespace {

// The DOTADDs that move; extents of a tumbled triangle, as many as its cycles in the DOTADDs ask for, and of an aligned
// one; for each triangle that the first two filters take in a cycle a comparator and both ends of its slab along an aligned
// volume; for each tumbled triangle of a leaf a comparator of the third filter.
std::uint64_t logic_area(const LeafUnitParams& params, const Derived& machine) {
  const AreaKeys& keys = machine.area;
  const auto triangles = static_cast<std::uint64_t>(params.layout.leaf_size);
  const std::uint64_t filtered = std::min<std::uint64_t>(triangles, params.filtered), extents = machine.k / 2,
                      moved = (extents + params.move_cycles - 1) / params.move_cycles;
  std::uint64_t area = std::uint64_t{params.dotadds} * keys.corner_dotadd_um2;
  if (params.filters.tight_leaf || params.filters.own_volume) area += moved * keys.group_extent_um2;
  if (params.filters.tight_leaf) area += filtered * keys.group_compare_um2;
  if (params.filters.plane) area += filtered * 2 * keys.fixed_dotadd_um2;
  if (params.filters.own_volume) area += extents * keys.group_extent_um2 + triangles * keys.group_compare_um2;
  return area;
}

}  // namespace

// Moved leaves: two lists of each context, all members of a group. Aligned blocks that wait: one for each pair.
UnitCost LeafUnit::cost(const Params& params, const Derived& machine, const LeafUnit* counted) {
  constexpr std::uint64_t kTriangleWords = 9 + 14 + 6;  // corners, volume, slab
  constexpr std::uint64_t kRows = 18;
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  const auto triangles = static_cast<std::uint64_t>(params.layout.leaf_size);
  const std::uint64_t leaf = 4 * kTriangleWords * triangles;
  const std::uint64_t places =
      std::uint64_t{2} * params.contexts * static_cast<std::uint64_t>(params.layout.width);
  const std::uint64_t block = params.layout.block_bytes();
  UnitCost cost;
  cost.operations = done.moved_leaves * triangles * kRows * kDotadd +
                    Operations{0, 0, done.leaf_pairs * triangles * machine.k};
  const double energy =
      add_sram(machine.energy, places * leaf, (done.moved_leaves + done.leaf_pairs) * leaf / 4, cost) +
      add_sram(machine.energy, params.waiting * block, 2 * done.aligned_blocks * block / 4, cost);
  cost.area_um2 = logic_area(params, machine);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
