// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& DopUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {".transform",
       "from the first coefficient loaded to the pair transformed",
       {{"registers", "no set of d registers is free", "register"},
        {"interlock", "a row waits for an operand", "operand"}}},
      {".overlap",
       "comparisons",
       {{"transform", "the tumbled pair is not transformed", "transform"},
        {"memory", "the aligned pair is not here", "memory"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> DopUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<DopUnit, Unit>;
  return {Row::sum("tumbled_pairs", &S::tumbled_pairs, "tumbled pairs", "§4.1", "tumbled pairs transformed"),
          Row::sum("discarded_pairs", &S::discarded_pairs, "tumbled pairs", "§4.1",
                   "transformed pairs that were fetched ahead in vain"),
          Row::sum("aligned_pairs", &S::aligned_pairs, "aligned pairs", "§4.1", "aligned pairs compared"),
          Row::sum("pairs_to_stack", &S::pairs_to_stack, "tumbled pairs", "§3.1",
                   "transformed tumbled pairs handed to the stack, by `stack_engine.transformed`"),
          Row::sum("pairs_from_stack", &S::pairs_from_stack, "tumbled pairs", "§3.1",
                   "tumbled pairs that came transformed from the stack"),
          Row::sum("interlock_cycles", &S::interlock_cycles, "chip cycles", "§4.1",
                   "chip cycles in which a row of the transform waited for an operand")};
}

ClosingSums DopUnit::closing_sums() {
  using namespace closing;
  return {{{interlock("transform")}, kAtMost, {number("interlock_cycles")}}};
}

}  // namespace collisionchip
