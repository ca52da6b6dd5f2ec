#include "collisionchip/tlm/units/group_engine/group_engine.h"

#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

namespace {

// The links of each block: the next block of its list, the block below its list on the stack, and whether the former ends the
// list.
std::uint64_t link_bytes(std::uint64_t blocks) {
  std::uint64_t bits = 1;
  while (std::uint64_t{1} << bits < blocks) ++bits;
  return (blocks * (2 * bits + 1) + 7) / 8;
}

}  // namespace

// Each entry, each list's tumbled group and one of its links are written once and read once. A command queue keeps roots and
// matrices of all its queries: rows are read for each list, corners for each pair of leaves.
UnitCost GroupEngine::cost(const Params& params, const Derived& machine, const GroupEngine* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  const std::uint64_t blocks = std::uint64_t{ListBlocks::kBanks} * ListBlocks(params.entries).blocks();
  double energy =
      add_sram(machine.energy, 4 * ListBlocks::kPlaces * blocks, 2 * (done.groups + done.lists), cost) +
      add_sram(machine.energy, link_bytes(blocks), 2 * done.lists, cost);
  if (params.queries > 1) {
    constexpr std::uint64_t kRoots = 2;
    const std::uint32_t engines = machine.groups.engines;
    const std::uint64_t here =
        (params.queries + engines - 1) / engines;  // entries of the queue for this engine
    const std::uint64_t rows = group_words::volume_words(machine.k), corners = group_words::kFrameWords;
    energy += add_sram(machine.energy, 4 * here * (kRoots + rows + corners),
                       done.lists * rows + done.leaf_pairs * corners, cost);
  }
  cost.area_um2 =
      machine.area.group_engine_um2 + std::uint64_t{params.contexts} * machine.area.group_context_um2;
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
