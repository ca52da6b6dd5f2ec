#include "collisionchip/tlm/statistics/other_costs.h"

namespace collisionchip {

UnitCost other_unit_cost(const CostSource&, CostUnit) {
  return {};
}

}  // namespace collisionchip
