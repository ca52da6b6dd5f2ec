// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/refit_unit/refit_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& RefitUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it asks for data or works on DOPs",
       {{"sdram", "pairs or triangles are on their way", "memory"},
        {"memory_controller", "the Memory Controller takes no request", "memory"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> RefitUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<RefitUnit, Unit>;
  return {
      Row::sum("pairs", &S::pairs, "pairs", "ours", "pairs that got new DOPs"),
      Row::sum("triangles", &S::triangles, "triangles", "ours",
               "triangles whose records gave leaves their DOPs"),
      Row::sum("writes", &S::writes, "pairs", "ours", "pairs written"),
      Row::sum("cycles", &S::cycles, "cycles", "ours", "cycles from a query's start until the search begins"),
      Row::maximum("most_stacked", &S::most_stacked, "DOPs", "ours", "most DOPs on the stack at once")};
}

ClosingSums RefitUnit::closing_sums() {
  using namespace closing;
  return {{{number("writes")}, kEqual, {number("pairs")}},
          {{number("most_stacked")}, kAtMost, {number("pairs")}}};
}

}  // namespace collisionchip
