#include "collisionchip/tlm/statistics/synthesised_clock.h"

#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/chip/unit_kinds.h"

namespace collisionchip {

SynthesisedPath slowest_synthesised_path(const ChipConfig& config) {
  SynthesisedPath slowest;
  for (const UnitRow& unit : chip_units(config)) {
    const SynthesisedPath path = implementation_of(model_kinds(), unit).cost(config, nullptr).slowest_path;
    if (path.period_ps > slowest.period_ps) slowest = path;
  }
  return slowest;
}

}  // namespace collisionchip
