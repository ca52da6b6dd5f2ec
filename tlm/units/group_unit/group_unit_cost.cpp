#include "collisionchip/tlm/units/group_unit/group_unit.h"

namespace collisionchip {

// Operations of 18-bit numbers count like those of float32, which takes more. Groups that wait lie in a memory of its own; so do
// tumbled members in the aligned grid, 18 bits a coefficient, aligned members of groups whose pairs of leaves wait, written and
// read once for each pair at most, and the slabs of leaves: three normals of 5 bits, three factors of
// 12 with a shift of 4, two ends of 45. A test of a slab is both of its ends along an aligned volume, three products each.
UnitCost GroupUnit::cost(const Params& params, const Derived& machine, const GroupUnit* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  const std::uint64_t k = machine.k, width = static_cast<std::uint64_t>(params.layout.width);
  const std::uint64_t waiting =
      std::uint64_t{params.contexts} * machine.groups.look_ahead * params.layout.group_bytes();
  const std::uint64_t members = params.contexts * width * k * 18 / 8;
  const std::uint64_t met = params.met_groups * width * k * 18 / 8;
  constexpr std::uint64_t kSlabBytes = 20;
  const bool planes = params.filters.leaf_plane;
  const std::uint64_t triangles = static_cast<std::uint64_t>(params.layout.leaf_size);
  const std::uint64_t slabs = planes ? params.contexts * width * triangles * kSlabBytes : 0;
  const std::uint64_t slab_words = planes ? (done.moves * triangles + done.plane_tests) * kSlabBytes / 4 : 0;
  UnitCost cost;
  cost.operations = done.transforms * k * kDotadd + Operations{0, 0, done.node_tests * k} +
                    done.plane_tests * Operations{6, 4, 2};
  const double energy =
      add_sram(machine.energy, waiting, 2 * done.aligned_groups * params.layout.group_bytes() / 4, cost) +
      add_sram(machine.energy, members, (done.transforms + done.node_tests) * k, cost) +
      add_sram(machine.energy, met, 2 * done.leaf_pairs * k, cost) +
      add_sram(machine.energy, slabs, slab_words, cost);
  const std::uint64_t decoders = 1 + (params.compares + width - 1) / width;  // a tumbled member, aligned ones
  cost.area_um2 = std::uint64_t{params.dotadds} * machine.area.fixed_dotadd_um2 +
                  std::uint64_t{params.compares} * machine.area.group_compare_um2 +
                  decoders * machine.area.group_decode_um2;
  if (planes) cost.area_um2 += 2 * std::uint64_t{params.planes} * machine.area.fixed_dotadd_um2;
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
