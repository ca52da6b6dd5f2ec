// What the SDRAM counts.
#include "collisionchip/tlm/memory/sdram.h"

namespace collisionchip {

std::vector<DeclaredStatistic<Sdram>> Sdram::statistic_rows() {
  using S = SdramStatistics;
  using Row = StatisticsOf<Sdram, Sdram>;
  return {
      Row::sum("reads", &S::reads, "commands", "§4.5", "READ: one per pair or triangle"),
      Row::sum("writes", &S::writes, "commands", "ours", "WRITE: one per pair that the Refit Unit writes"),
      Row::sum("activates", &S::activates, "commands", "§4.5", "ACT"),
      Row::sum("precharges", &S::precharges, "commands", "§4.5", "PRE; automatic precharges are not counted"),
      Row::sum("refreshes", &S::refreshes, "commands", "ours",
               "refreshes that fell due before the last read"),
      Row::sum("row_hits", &S::row_hits, "accesses", "§4.5", "that found their row open"),
      Row::sum("row_empty", &S::row_empty, "accesses", "§4.5",
               "that found their bank precharged: a miss without a conflict"),
      Row::sum("row_conflicts", &S::row_conflicts, "accesses", "§4.5",
               "that found another row of their bank open: a page conflict"),
      Row::histogram("row_hits_of_bank", &S::row_hits_of_bank, "accesses", "bank", "§4.5",
                     "`row_hits` by bank"),
      Row::histogram("row_empty_of_bank", &S::row_empty_of_bank, "accesses", "bank", "§4.5",
                     "`row_empty` by bank"),
      Row::histogram("row_conflicts_of_bank", &S::row_conflicts_of_bank, "accesses", "bank", "§4.5",
                     "`row_conflicts` by bank"),
      Row::sum("bytes", &S::bytes, "bytes", "§4.5", "read, and written by the Refit Unit"),
      Row::sum("data_cycles", &S::data_cycles, "memory cycles", "§4.5", "with a beat on the data bus"),
      Row::sum("burst_cycles", &S::burst_cycles, "memory cycles", "ours",
               "that bursts have the data bus, with beats that nobody asked for")};
}

}  // namespace collisionchip
