#include "collisionchip/tlm/units/record_cache/record_cache.h"

namespace collisionchip {

// Records on their way are put together in a memory of their own, of each kind: written once, and read for each who waits.
UnitCost RecordCache::cost(const Params& params, const Derived& machine, const RecordCache* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  constexpr std::uint64_t kTag = 4;
  const std::uint64_t group = params.group_bytes + kTag, block = params.block_bytes + kTag;
  const auto words = [](const Counts& counts, std::uint64_t bytes) {
    return counts.requests + (counts.hits + counts.reads) * (bytes / 4 - 1);
  };
  const auto under_way = [](const Counts& counts, std::uint64_t bytes) {
    return (2 * counts.reads + counts.shared) * bytes / 4;
  };
  UnitCost cost;
  const double energy =
      add_sram(machine.energy, params.group_lines * group, words(done.groups, group), cost) +
      add_sram(machine.energy, params.block_lines * block, words(done.blocks, block), cost) +
      add_sram(machine.energy, params.records * (group + kTag), under_way(done.groups, group), cost) +
      add_sram(machine.energy, params.records * (block + kTag), under_way(done.blocks, block), cost);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
