// What the unit counts, what its accounts mean, and what of it must add up.
#include "collisionchip/tlm/units/result_unit/result_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& ResultUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "an entry is gathered, or a burst leaves",
       {{"host", "a burst waits for a slot of its ring, which the host has not taken", "host"},
        {"link", "a burst waits for the link, which another one holds", "link"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> ResultUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<ResultUnit, Unit>;
  return {
      Row::sum("entries", &S::entries, "entries", "ours", "taken from the Pointer FIFO"),
      Row::sum("bursts", &S::bursts, "bursts", "ours", "written into the host's memory"),
      Row::sum("closings", &S::closings, "bursts", "ours", "of them the last ones of a query"),
      Row::sum("words", &S::words, "words of 32 bits", "ours", "of all bursts, headers and ends included"),
      Row::maximum("most_slots", &S::most_slots, "bursts", "ours",
                   "of one ring that the host had not taken, at most")};
}

ClosingSums ResultUnit::closing_sums() {
  using namespace closing;
  return {{{number("words")},
           kEqual,
           {number("entries", Times::two), number("bursts", Times::two), number("closings", Times::two)}},
          {{number("closings")}, kAtMost, {number("bursts")}},
          {{number("most_slots")}, kAtMost, {number("bursts")}}};
}

}  // namespace collisionchip
