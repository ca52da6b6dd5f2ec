// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/contact_unit/contact_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& ContactUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it takes a pair, multiplies, or a verdict leaves",
       {{"small_triangle_unit", "the Small Triangle Unit takes no verdict", "triangle test"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> ContactUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<ContactUnit, Unit>;
  return {Row::sum("tests", &S::tests, "triangle pairs", "ours",
                   "triangle pairs that the determinants leave undecided"),
          Row::sum("hits", &S::hits, "triangle pairs", "ours", "triangle pairs that certainly intersect"),
          Row::sum("misses", &S::misses, "triangle pairs", "ours",
                   "triangle pairs that certainly do not intersect"),
          Row::sum("uncertain", &S::uncertain, "triangle pairs", "ours", "triangle pairs left to the host"),
          Row::sum("corners", &S::corners, "triangle pairs", "ours", "triangle pairs with a common corner"),
          Row::sum("moved", &S::moved, "triangles", "ours", "triangles of B whose corners were moved"),
          Row::sum("one_limb", &S::one_limb, "triangle pairs", "ours",
                   "triangle pairs whose last pass has 24 bits"),
          Row::sum("two_limbs", &S::two_limbs, "triangle pairs", "ours",
                   "triangle pairs whose last pass has 48 bits"),
          Row::sum("four_limbs", &S::four_limbs, "triangle pairs", "ours",
                   "triangle pairs whose last pass has 96 bits"),
          Row::sum("products", &S::products, "products", "ours", "products of 25 x 25 bits")};
}

ClosingSums ContactUnit::closing_sums() {
  using namespace closing;
  return {{{number("hits"), number("misses"), number("uncertain")}, kEqual, {number("tests")}},
          {{number("corners")}, kAtMost, {number("hits")}},
          {{number("corners"), number("one_limb"), number("two_limbs"), number("four_limbs")},
           kAtMost,
           {number("tests")}},
          {{number("moved")}, kAtMost, {number("tests")}}};
}

}  // namespace collisionchip
