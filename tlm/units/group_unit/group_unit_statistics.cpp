// What the unit counts, and what its accounts mean.
#include "collisionchip/tlm/units/group_unit/group_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& GroupUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {".transform", "rows of tumbled members go through the DOTADDs", {}},
      {".compare",
       "members are compared",
       {{"transform", "groups wait for the tumbled members of their list", "transform"},
        {"leaf_unit", "the Leaf Unit takes no pairs of leaves", "triangle test"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> GroupUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<GroupUnit, Unit>;
  return {Row::sum("tumbled_groups", &S::tumbled_groups, "groups", "ours", "tumbled groups taken"),
          Row::sum("aligned_groups", &S::aligned_groups, "groups", "ours", "aligned groups taken"),
          Row::sum("transforms", &S::transforms, "members", "ours",
                   "members that went through the rows of the transform"),
          Row::sum("node_tests", &S::node_tests, "tests", "ours", "tests of a member against a member"),
          Row::sum("plane_tests", &S::plane_tests, "tests", "ours",
                   "tests of a tumbled leaf's slab against an aligned member that the leaf overlaps"),
          Row::sum("moves", &S::moves, "leaves", "ours", "leaves sent to the Leaf Unit to be moved"),
          Row::sum("leaf_pairs", &S::leaf_pairs, "pairs of leaves", "ours",
                   "pairs of leaves sent to the Leaf Unit"),
          Row::maximum("most_waiting", &S::most_waiting, "groups", "ours",
                       "most aligned groups that waited at once")};
}

}  // namespace collisionchip
