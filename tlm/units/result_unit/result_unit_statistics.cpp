// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/result_unit/result_unit.h"

namespace collisionchip {

const std::vector<AccountMeaning>& ResultUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "an entry is gathered, or a burst leaves",
       {{"host", "a burst waits for a slot of its ring, which the host has not taken", "host"},
        {"link", "a burst waits until another burst leaves the link", "link"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> ResultUnit::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<ResultUnit, Unit>;
  return {Row::sum("entries", &S::entries, "entries", "ours", "entries taken from the Pointer FIFO"),
          Row::sum("bursts", &S::bursts, "bursts", "ours", "bursts written into the host's memory"),
          Row::sum("closings", &S::closings, "bursts", "ours", "bursts that were the last of a query"),
          Row::sum("words", &S::words, "words of 32 bits", "ours",
                   "32-bit words of all bursts, with headers and ends"),
          Row::maximum("most_slots", &S::most_slots, "bursts", "ours",
                       "most bursts in one ring that the host had not taken")};
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
