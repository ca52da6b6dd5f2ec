// What the unit counts, and what its accounts mean.
#include "collisionchip/tlm/units/engine_switch/engine_switch.h"

namespace collisionchip {

const std::vector<AccountMeaning>& EngineSwitch::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it passes something on",
       {{"memory", "bursts wait for the queue of a Memory Controller", "memory"},
        {"pointer_fifo", "findings wait for the Pointer FIFO", "results"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> EngineSwitch::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<EngineSwitch, Unit>;
  return {Row::sum("starts", &S::starts, "queries", "ours", "queries given to engines"),
          Row::sum("bursts", &S::bursts, "bursts", "ours", "bursts of engines given to memories"),
          Row::sum("waits", &S::waits, "cycles", "ours",
                   "cycles in which an engine's burst waited while another engine's passed"),
          Row::sum("findings", &S::findings, "findings", "ours",
                   "findings given to the Pointer FIFO, with those that end a query")};
}

}  // namespace collisionchip
