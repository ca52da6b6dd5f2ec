// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& SmallTriangleUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it takes pairs, or a verdict leaves",
       {{"pointer_fifo", "a verdict waits for room", "results"},
        {"contact_unit", "a verdict waits for a verdict of the Contact Unit", "triangle test"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> SmallTriangleUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<SmallTriangleUnit, Unit>;
  return {Row::sum("tests", &S::tests, "triangle pairs", "ours", "triangle pairs tested"),
          Row::sum("hits", &S::hits, "triangle pairs", "ours", "triangle pairs that certainly intersect"),
          Row::sum("misses", &S::misses, "triangle pairs", "ours",
                   "triangle pairs that certainly do not intersect"),
          Row::sum("uncertain", &S::uncertain, "triangle pairs", "ours", "triangle pairs left to the host"),
          Row::sum("entries", &S::entries, "entries", "ours",
                   "entries of hits and uncertain pairs sent to the Pointer FIFO"),
          Row::sum("pairs_named", &S::pairs_named, "triangle pairs", "ours",
                   "triangle pairs that these entries name"),
          Row::sum("undecided", &S::undecided, "triangle pairs", "ours",
                   "triangle pairs that the determinants of 16-bit numbers leave undecided"),
          Row::sum("contacts", &S::contacts, "triangle pairs", "ours",
                   "undecided pairs sent to the Contact Unit"),
          Row::sum("contact_overflows", &S::contact_overflows, "triangle pairs", "ours",
                   "undecided pairs left to the host because the Contact Unit had no room"),
          Row::sum("slow_tests", &S::slow_tests, "triangle pairs", "ours",
                   "triangle pairs through the slow pipeline, which has the paper's arithmetic"),
          Row::sum("records", &S::records, "triangles", "ours",
                   "triangle records made from corners for the slow pipeline")};
}

ClosingSums SmallTriangleUnit::closing_sums() {
  using namespace closing;
  return {{{number("hits"), number("misses"), number("uncertain")}, kEqual, {number("tests")}},
          {{number("pairs_named")}, kEqual, {number("hits"), number("uncertain")}, Where::all_pairs},
          {{number("entries")}, kAtMost, {number("pairs_named")}},
          {{number("contacts"), number("contact_overflows")}, kAtMost, {number("undecided")}},
          {{number("slow_tests")}, kAtMost, {number("tests")}}};
}

}  // namespace collisionchip
