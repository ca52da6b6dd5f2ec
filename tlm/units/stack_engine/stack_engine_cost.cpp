// What the three engines of pairs of nodes cost: the synthesised one, with other level registers.
#include <algorithm>

#include "collisionchip/tlm/units/stack_engine/ancestor_engine.h"
#include "collisionchip/tlm/units/stack_engine/pair_stack_engine.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

namespace {

std::uint64_t level_area(const AreaKeys& area) {
  return registers_area(area, area.stack_level_bits);
}

UnitCost cost_without_levels(const AreaKeys& area) {
  constexpr std::uint64_t kSynthesised = 128;  // levels
  UnitCost cost;
  cost.slowest_path = {"stack_engine", 11330};
  cost.area_um2 =
      area.stack_engine_um2 - std::min<std::uint64_t>(area.stack_engine_um2, kSynthesised * level_area(area));
  return cost;
}

}  // namespace

UnitCost StackEngine::cost(const Params& params, const Derived& machine, const StackEngine* /*counted*/) {
  constexpr std::uint64_t kParentBits = 6 * kFloatBits + 6;  // six planes, and whose they are
  const bool parents = params.node_format->needs_parent && !params.heads_in_sram;
  const std::uint64_t more = registers_area(machine.area, parents ? kParentBits : 0);
  UnitCost cost = cost_without_levels(machine.area);
  cost.area_um2 += params.levels * (level_area(machine.area) + more);
  return cost;
}

UnitCost AncestorEngine::cost(const Params& params, const Derived& machine,
                              const AncestorEngine* /*counted*/) {
  UnitCost cost = StackEngine::cost(params, machine, nullptr);
  cost.area_um2 += registers_area(machine.area, 3 * kFloatBits);  // root, next pair, target
  return cost;
}

UnitCost PairStackEngine::cost(const Params& /*params*/, const Derived& machine,
                               const PairStackEngine* /*counted*/) {
  return cost_without_levels(machine.area);
}

}  // namespace collisionchip
