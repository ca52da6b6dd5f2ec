// What the unit counts in addition to every unit of boxes.
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"

namespace collisionchip {

std::vector<DeclaredStatistic<Unit>> ObbUnit::statistic_rows() {
  using Row = StatisticsOf<ObbUnit, Unit>;
  std::vector<DeclaredStatistic<Unit>> rows = BoxUnit::statistic_rows();
  rows.push_back(Row::sum(
      "kept_tumbled_pairs", [](const ObbUnit& unit) { return unit.kept_pairs().tumbled; }, "tumbled pairs",
      "ours", "tumbled pairs from the branch cache: no read, no decoding"));
  rows.push_back(Row::sum(
      "kept_aligned_pairs", [](const ObbUnit& unit) { return unit.kept_pairs().aligned; }, "aligned pairs",
      "ours", "aligned pairs from the branch cache"));
  return rows;
}

ClosingSums ObbUnit::closing_sums() {
  using namespace closing;
  ClosingSums sums = BoxUnit::closing_sums();
  sums.push_back({{number("kept_tumbled_pairs")}, kAtMost, {number("tumbled_pairs")}});
  return sums;
}

}  // namespace collisionchip
