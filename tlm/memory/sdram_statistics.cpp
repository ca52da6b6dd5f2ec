// What the SDRAM counts.
#include "collisionchip/tlm/memory/sdram.h"

namespace collisionchip {

std::vector<DeclaredStatistic<Sdram>> Sdram::statistic_rows() {
  using S = SdramStatistics;
  using Row = StatisticsOf<Sdram, Sdram>;
  return {Row::sum("reads", &S::reads, "commands", "§4.5", "READ commands: one per pair or triangle"),
          Row::sum("writes", &S::writes, "commands", "ours",
                   "WRITE commands: one per pair that the Refit Unit writes"),
          Row::sum("activates", &S::activates, "commands", "§4.5", "ACT commands"),
          Row::sum("precharges", &S::precharges, "commands", "§4.5",
                   "PRE commands, without automatic precharges"),
          Row::sum("refreshes", &S::refreshes, "commands", "ours",
                   "refreshes that fell due before the last read"),
          Row::sum("row_hits", &S::row_hits, "accesses", "§4.5", "accesses that found their row open"),
          Row::sum("row_empty", &S::row_empty, "accesses", "§4.5",
                   "accesses that found their bank precharged: a miss without a conflict"),
          Row::sum("row_conflicts", &S::row_conflicts, "accesses", "§4.5",
                   "accesses that found another row of their bank open: a page conflict"),
          Row::histogram("row_hits_of_bank", &S::row_hits_of_bank, "accesses", "bank", "§4.5",
                         "`row_hits` by bank"),
          Row::histogram("row_empty_of_bank", &S::row_empty_of_bank, "accesses", "bank", "§4.5",
                         "`row_empty` by bank"),
          Row::histogram("row_conflicts_of_bank", &S::row_conflicts_of_bank, "accesses", "bank", "§4.5",
                         "`row_conflicts` by bank"),
          Row::sum("bytes", &S::bytes, "bytes", "§4.5", "bytes read, and written by the Refit Unit"),
          Row::sum("data_cycles", &S::data_cycles, "memory cycles", "§4.5",
                   "memory cycles with a beat on the data bus"),
          Row::sum("burst_cycles", &S::burst_cycles, "memory cycles", "ours",
                   "memory cycles in which bursts have the data bus, with beats that no request needs")};
}

}  // namespace collisionchip
