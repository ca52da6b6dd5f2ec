#include "collisionchip/tlm/statistics/synthesised_clock.h"

#include <algorithm>
#include <array>

namespace collisionchip {

SlowestUnit slowest_synthesised_unit(const ChipConfig& config) {
  const std::array<SlowestUnit, 5> units = {
      SlowestUnit{"triangle_unit", config.triangle_unit.ideal ||
                                           (config.has_groups() && config.small_triangle_unit.determinants)
                                       ? 0u
                                   : config.triangle_unit.filter ? 16300u
                                                                 : 16030u},
      SlowestUnit{"stack_engine", config.has_tree() ? 11330u : 0u},
      SlowestUnit{"dop_unit", config.has_dops() ? 9440u : 0u}, SlowestUnit{"pci_interface", 9140},
      SlowestUnit{"memory_controller", 8690}};
  return *std::max_element(units.begin(), units.end(), [](const SlowestUnit& a, const SlowestUnit& b) {
    return a.period_ps < b.period_ps;
  });
}

}  // namespace collisionchip
