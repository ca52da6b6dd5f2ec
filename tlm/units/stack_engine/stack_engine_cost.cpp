#include <algorithm>

#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

UnitCost StackEngine::cost(const Params& params, const Derived& machine, const StackEngine* /*counted*/) {
  constexpr std::uint64_t kSynthesised = 128;                // levels
  constexpr std::uint64_t kParentBits = 6 * kFloatBits + 6;  // six planes, and whose they are
  const AreaKeys& area = machine.area;
  const bool parents = params.node_format->needs_parent && !params.heads_in_sram;
  const std::uint64_t level = registers_area(area, area.stack_level_bits);
  const std::uint64_t more = registers_area(area, parents ? kParentBits : 0);
  const std::uint64_t way =
      registers_area(area, params.refetch_parents ? 3 * kFloatBits : 0);  // root, next pair, target
  const std::uint64_t others =
      area.stack_engine_um2 - std::min<std::uint64_t>(area.stack_engine_um2, kSynthesised * level);
  UnitCost cost;
  cost.slowest_path = {"stack_engine", 11330};
  cost.area_um2 = others + way + (params.pair_stack ? 0 : params.levels) * (level + more);
  return cost;
}

}  // namespace collisionchip
