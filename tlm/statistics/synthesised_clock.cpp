#include "collisionchip/tlm/statistics/synthesised_clock.h"

#include "collisionchip/tlm/chip/chip_netlist.h"

namespace collisionchip {

namespace {

// The slowest path that was synthesised of a kind of unit; 0 ps of one that was not.
SlowestUnit synthesised(const std::string& kind, const ChipConfig& config) {
  const SlowestUnit triangle_unit{"triangle_unit", config.triangle_unit.ideal    ? 0u
                                                   : config.triangle_unit.filter ? 16300u
                                                                                 : 16030u};
  if (kind == "triangle_unit") return triangle_unit;
  // Without determinants it has the Triangle Unit's pipeline.
  if (kind == "small_triangle_unit" && !config.small_triangle_unit.determinants) return triangle_unit;
  if (kind == "stack_engine") return {kind, 11330};
  if (kind == "dop_unit") return {kind, 9440};
  if (kind == "pci_interface") return {kind, 9140};
  if (kind == "memory_controller") return {kind, 8690};
  return {kind, 0};
}

}  // namespace

SlowestUnit slowest_synthesised_unit(const ChipConfig& config) {
  SlowestUnit slowest{"", 0};
  for (const UnitRow& unit : chip_units(config)) {
    const SlowestUnit one = synthesised(unit.kind, config);
    if (one.period_ps > slowest.period_ps) slowest = one;
  }
  return slowest;
}

}  // namespace collisionchip
