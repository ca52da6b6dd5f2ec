#include "collisionchip/tlm/units/result_unit/result_unit.h"

namespace collisionchip {

// A burst of each ring lies in an SRAM; numbers of bursts, what is gathered and what waits lie in registers.
UnitCost ResultUnit::cost(const Params& params, const Derived& machine, const ResultUnit* counted) {
  constexpr std::uint64_t kNumberBits = 2 * 32, kGatheredBits = 8 + 2, kEntryWords = 2;
  const std::uint64_t entries = counted == nullptr ? 0 : counted->statistics().entries;
  UnitCost cost;
  const double energy = add_sram(machine.energy, std::uint64_t{params.rings} * params.burst_bytes,
                                 2 * kEntryWords * entries, cost);
  cost.area_um2 = machine.area.result_unit_um2 +
                  registers_area(machine.area, params.rings * (kNumberBits + kGatheredBits));
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
