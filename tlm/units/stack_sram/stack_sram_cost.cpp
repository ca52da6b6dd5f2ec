#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

namespace collisionchip {

UnitCost StackSram::cost(const Params& params, const Derived& machine, const StackSram* counted) {
  const std::uint64_t words = counted == nullptr ? 0 : counted->words_read() + counted->words_written();
  UnitCost cost;
  const double energy = add_sram(machine.energy, std::uint64_t{4} * params.entries, words, cost);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
