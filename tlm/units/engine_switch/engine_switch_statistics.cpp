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
  return {Row::sum("starts", &S::starts, "queries", "ours", "given to engines"),
          Row::sum("bursts", &S::bursts, "bursts", "ours", "of engines, given to memories"),
          Row::sum("waits", &S::waits, "cycles", "ours",
                   "of engines with a burst, while another's was passed on"),
          Row::sum("findings", &S::findings, "findings", "ours", "given to the Pointer FIFO, ends included")};
}

}  // namespace collisionchip
