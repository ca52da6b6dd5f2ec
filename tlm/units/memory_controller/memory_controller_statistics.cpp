// What the unit counts, and what its accounts mean.
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

const std::vector<AccountMeaning>& MemoryController::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "beats enter the input register",
       {{"input_register", "a read waits for a free input register", "register"},
        {"sdram", "a read waits for its data", "memory"}}}};
  return all;
}

const AccountMeaning& MemoryController::data_bus_meaning() {
  static const AccountMeaning meaning = {"",
                                         "beats are on the data bus, seen from the Memory Controller",
                                         {{"receiver", "no input register is free", "register"},
                                          {"access", "rows, banks, command slots, latency", "memory"}}};
  return meaning;
}

// It knows what the gaps between beats were spent on.
UnitCycles MemoryController::data_bus_cycles(Cycle end) const {
  UnitCycles bus = cycles(end);
  for (std::size_t cause = 0; cause < bus.stalls.size(); ++cause)
    bus.stalls[cause].first = data_bus_meaning().causes[cause].name;
  return bus;
}

std::vector<DeclaredStatistic<Unit>> MemoryController::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<MemoryController, Unit>;
  const auto corrected = [](const MemoryController& unit) { return unit.ecc_statistics().corrected_words; };
  const auto uncorrectable = [](const MemoryController& unit) {
    return unit.ecc_statistics().uncorrectable_words;
  };
  return {
      Row::sum("tumbled_pairs", &S::tumbled_pairs, "reads", "§4.1", "tumbled sibling pairs read"),
      Row::sum("aligned_pairs", &S::aligned_pairs, "reads", "§4.1", "aligned sibling pairs read"),
      Row::sum("triangles", &S::triangles, "reads", "§4.3", "triangles read"),
      Row::sum("tumbled_bytes", &S::tumbled_bytes, "bytes", "§4.5", "bytes read for tumbled pairs"),
      Row::sum("aligned_bytes", &S::aligned_bytes, "bytes", "§4.5", "bytes read for aligned pairs"),
      Row::sum("triangle_bytes", &S::triangle_bytes, "bytes", "§4.5", "bytes read for triangles"),
      Row::sum("refit_accesses", &S::refit_accesses, "accesses", "ours",
               "reads and writes of the Refit Unit"),
      Row::sum("refit_bytes", &S::refit_bytes, "bytes", "ours", "bytes read and written by the Refit Unit"),
      Row::sum("corrected_words", corrected, "words of 64 bits", "ours",
               "64-bit words with one wrong bit, at each read (`sdram.ecc = \"secded\"`)"),
      Row::sum("uncorrectable_words", uncorrectable, "words of 64 bits", "ours",
               "64-bit words with two wrong bits, at each read; the query ends with an error")};
}

}  // namespace collisionchip
