#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit_params.h"

#include <algorithm>

namespace collisionchip {

// The slow pipeline is one of the Triangle Unit's. What makes its records has two multipliers of doubles for 55 products,
// and dividers and roots that yield two bits in a cycle; behind one another are five sums of products and three of
// those (docs/group_machine.md).
SmallTriangleUnitParams SmallTriangleUnitParams::of(const SmallTriangleUnitKeys& keys,
                                                    const Derived& machine) {
  SmallTriangleUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  constexpr Cycle kProducts = 55, kMultipliers = 2, kRootCycles = (53 + 1) / 2;
  const GroupsDerived& groups = machine.groups;
  params.slow_interval = groups.slow_interval;
  params.slow_depth = groups.slow_depth;
  if (!keys.determinants) {
    params.interval = static_cast<std::uint32_t>(groups.slow_interval);
    params.lanes = 1;
  }
  params.record_cycles = std::max((kProducts + kMultipliers - 1) / kMultipliers, kRootCycles);
  params.record_depth = 5 * groups.dotadd_stages + 3 * kRootCycles;
  params.filter = groups.filter;
  params.queries = machine.queries;
  params.entry_check = machine.entry_check;
  params.contact = machine.groups.contact;
  params.contact_overflows = machine.groups.contact_overflows;
  params.leaf_entries = groups.leaf_entries;
  return params;
}

}  // namespace collisionchip
