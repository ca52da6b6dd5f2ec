#include "collisionchip/tlm/statistics/other_costs.h"

namespace collisionchip {

UnitCost other_unit_cost(const Board&, CostUnit) {
  return {};
}

}  // namespace collisionchip
