#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

namespace collisionchip {

UnitCost PointerFifo::cost(const Params& params, const Derived& machine, const PointerFifo* counted) {
  constexpr std::uint64_t kWords = 2;  // of an entry, written once and read once
  const std::uint64_t entries = counted == nullptr ? 0 : counted->entries();
  UnitCost cost;
  const double energy = add_sram(machine.energy, 4 * kWords * params.depth, 2 * kWords * entries, cost);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
