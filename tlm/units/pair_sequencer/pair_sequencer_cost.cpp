#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"

namespace collisionchip {

// Numbers of triangles, places of tile, triangle and pair, addresses.
UnitCost PairSequencer::cost(const Params& /*params*/, const Derived& machine,
                             const PairSequencer* /*counted*/) {
  UnitCost cost;
  constexpr std::uint64_t kWords = 8;
  cost.area_um2 = registers_area(machine.area, kWords * kFloatBits);
  return cost;
}

}  // namespace collisionchip
