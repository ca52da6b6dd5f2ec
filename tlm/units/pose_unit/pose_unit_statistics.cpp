// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/pose_unit/pose_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& PoseUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it makes registers or sends them",
       {{"group_unit", "the Group Unit takes no registers", "transform"},
        {"leaf_unit", "the Leaf Unit takes no registers", "triangle test"},
        {"group_engine", "the Group Engine takes no start", "list memory"},
        {"result_unit", "no refusal is taken", "results"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> PoseUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<PoseUnit, Unit>;
  return {Row::sum("commands", &S::commands, "poses", "ours", "poses taken"),
          Row::sum("refused", &S::refused, "poses", "ours", "poses refused: no entry, or no object"),
          Row::sum("starts", &S::starts, "queries", "ours", "queries started"),
          Row::sum("a_tumbled", &S::a_tumbled, "poses", "ours", "poses that were inverted"),
          Row::sum("products", &S::products, "products", "ours", "products of 32 x 32 bits"),
          Row::sum("register_words", &S::register_words, "words", "ours",
                   "words sent to Group Unit and Leaf Unit"),
          Row::sum("object_words", &S::object_words, "words", "ours", "words written to the object table")};
}

ClosingSums PoseUnit::closing_sums() {
  using namespace closing;
  return {{{number("starts"), number("refused")}, kEqual, {number("commands")}},
          {{number("a_tumbled"), number("refused")}, kAtMost, {number("commands")}}};
}

}  // namespace collisionchip
