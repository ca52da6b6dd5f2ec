#include "collisionchip/tlm/units/engine_switch/engine_switch.h"

namespace collisionchip {

// Turns, and for each memory a queue of whose burst is on its way and the rows that its banks have open.
UnitCost EngineSwitch::cost(const Params& params, const Derived& machine, const EngineSwitch* /*counted*/) {
  constexpr std::uint64_t kTurnBits = 2, kUnderWay = 64, kRowBits = 16, kPatienceBits = 4;
  const std::uint64_t memory = kTurnBits * (1 + kUnderWay) + kPatienceBits + params.sdram.banks * kRowBits;
  UnitCost cost;
  cost.area_um2 = registers_area(machine.area, kTurnBits + params.channels.channels * memory);
  return cost;
}

}  // namespace collisionchip
