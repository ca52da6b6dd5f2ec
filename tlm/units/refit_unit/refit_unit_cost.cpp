#include "collisionchip/tlm/units/refit_unit/refit_unit.h"

namespace collisionchip {

// Directions have entries of 0, 1 and -1: three corners along one of them are six sums, and their least and largest four
// comparisons. Two children are two more. Pairs and records that have come wait in a memory, DOPs on the stack in another.
UnitCost RefitUnit::cost(const Params& params, const Derived& machine, const RefitUnit* counted) {
  constexpr std::uint64_t kCornerWords = 9;
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  const std::uint64_t half = params.k / 2, stacked = 2 * done.pairs * params.k;
  const std::uint64_t waiting = params.pairs_ahead * (kMostPairWords + 2 * kCornerWords);
  const std::uint64_t moved = 2 * (done.pairs * kMostPairWords + done.triangles * kCornerWords);
  UnitCost cost;
  cost.operations = done.triangles * half * Operations{0, 6, 4} + done.pairs * half * Operations{0, 0, 2};
  const double energy =
      add_sram(machine.energy, 4 * waiting, moved, cost) +
      add_sram(machine.energy, std::uint64_t{params.stack_entries} * params.k * 4, stacked, cost) +
      add_sram(machine.energy, std::uint64_t{params.writes_together} * kSdramBlockBytes,
               2 * done.writes * kMostPairWords, cost);
  cost.area_um2 = operators_area(machine.area, {0, 6 * std::uint64_t{params.directions},
                                                6 * std::uint64_t{params.directions}}) +
                  registers_area(machine.area, 2 * params.k * kFloatBits);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
