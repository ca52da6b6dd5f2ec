// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"

namespace collisionchip {

const std::vector<AccountMeaning>& PairSequencer::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it sends something",
       {{"memory", "the Memory Controller takes no request", "memory"},
        {"triangle_unit", "the Triangle Unit takes no command", "triangle test"},
        {"drain", "all is sent, results are on their way", "host"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> PairSequencer::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<PairSequencer, Unit>;
  return {Row::sum("tiles", &S::tiles, "tiles", "ours", "tiles of tumbled triangles begun"),
          Row::sum("tumbled_triangles", &S::tumbled_triangles, "triangles", "ours",
                   "tumbled triangles requested, each once"),
          Row::sum("aligned_triangles", &S::aligned_triangles, "triangles", "ours",
                   "aligned triangles requested, each once per tile"),
          Row::sum("pairs", &S::pairs, "triangle pairs", "ours", "triangle pairs sent to the Triangle Unit"),
          Row::sum("stops", &S::stops, "stops", "ours",
                   "stops after a first witness, which the chip found or the host settled")};
}

ClosingSums PairSequencer::closing_sums() {
  using namespace closing;
  return {{{number("tiles")}, kAtMost, {number("tumbled_triangles")}}};
}

}  // namespace collisionchip
