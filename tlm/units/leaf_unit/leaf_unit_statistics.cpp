// What the unit counts, and what its accounts mean.
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& LeafUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it takes an order, moves corners or sends tests",
       {{"memory", "blocks are on their way", "memory"},
        {"triangle_unit", "the Small Triangle Unit takes no test", "triangle test"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> LeafUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<LeafUnit, Unit>;
  return {
      Row::sum("moved_leaves", &S::moved_leaves, "leaves", "ours", "tumbled leaves moved, corner by corner"),
      Row::sum("leaf_pairs", &S::leaf_pairs, "pairs of leaves", "ours", "pairs of leaves taken"),
      Row::sum("slab_tests", &S::slab_tests, "tests", "ours",
               "tests of a tumbled triangle's slab against the volume of an aligned leaf"),
      Row::sum("aligned_blocks", &S::aligned_blocks, "blocks", "ours",
               "blocks requested, for pairs of leaves that pass the first two filters"),
      Row::sum("triangle_tests", &S::triangle_tests, "triangle pairs", "ours",
               "triangle pairs that pass the third filter: sent to the Small Triangle Unit")};
}

}  // namespace collisionchip
