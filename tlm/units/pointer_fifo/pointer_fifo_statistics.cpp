// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

namespace collisionchip {

const std::vector<AccountMeaning>& PointerFifo::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"", "a result enters", {{"host", "it is full, the host has not read it", "host"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> PointerFifo::statistic_rows() {
  using Row = StatisticsOf<PointerFifo, Unit>;
  return {Row::sum("entries", &PointerFifo::entries, "entries", "§4.3",
                   "entries put in: results and unfinished work"),
          Row::maximum("high_water", &PointerFifo::high_water, "entries", "§4.3", "most entries at once")};
}

ClosingSums PointerFifo::closing_sums() {
  using namespace closing;
  return {{{largest("entries_occupancy")}, kAtMost, {number("high_water")}},
          {{number("high_water")}, kAtMost, {number("entries")}}};
}

}  // namespace collisionchip
