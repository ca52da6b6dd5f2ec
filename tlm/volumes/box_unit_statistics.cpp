// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& BoxUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {".transform",
       "from the first beat to the pair placed in the aligned frame",
       {{"registers", "no register set or no DOTADD is free", "register"}}},
      {".overlap",
       "axes tested",
       {{"memory", "the aligned pair is not here", "memory"},
        {"decode", "the aligned box is decoded and turned", "decoder"},
        {"transform", "the tumbled pair is not placed", "transform"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> BoxUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<BoxUnit, Unit>;
  return {Row::sum("tumbled_pairs", &S::tumbled_pairs, "tumbled pairs", "ours",
                   "tumbled pairs placed in the aligned frame"),
          Row::sum("discarded_pairs", &S::discarded_pairs, "tumbled pairs", "ours",
                   "placed pairs that were fetched ahead in vain"),
          Row::sum("aligned_pairs", &S::aligned_pairs, "aligned pairs", "ours", "aligned pairs compared"),
          Row::sum("tests", &S::tests, "box tests", "ours", "box tests: four for each aligned pair"),
          Row::sum("axes", &S::axes, "axes", "ours",
                   "axes tested, up to the first axis that separates the boxes")};
}

ClosingSums BoxUnit::closing_sums() {
  using namespace closing;
  return {{{number("tests")}, kEqual, {number("aligned_pairs", Times::four)}},
          {{number("tests")}, kAtMost, {number("axes")}}};
}

}  // namespace collisionchip
