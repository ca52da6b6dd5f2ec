// What the unit counts beside what every unit of boxes does, and what its accounts mean.
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

namespace collisionchip {

std::vector<DeclaredStatistic<Unit>> AabbUnit::statistic_rows() {
  using Row = StatisticsOf<AabbUnit, Unit>;
  std::vector<DeclaredStatistic<Unit>> rows = BoxUnit::statistic_rows();
  rows.push_back(
      Row::sum("ancestor_pairs", &AabbUnit::ancestor_pairs, "aligned pairs", "ours",
               "read for their boxes alone, on the way to others (`aabb_unit.parent = \"refetch\"`)"));
  return rows;
}

const std::vector<AccountMeaning>& AabbUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = [] {
    std::vector<AccountMeaning> meanings = BoxUnit::account_meanings();
    meanings[kOverlap].causes.push_back(
        {"ancestors", "the pairs on the way to the aligned one are read", "memory"});
    return meanings;
  }();
  return all;
}

}  // namespace collisionchip
