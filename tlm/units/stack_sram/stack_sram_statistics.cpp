// What the unit counts, and what its accounts mean.
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

namespace collisionchip {

const std::vector<AccountMeaning>& StackSram::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"", "words on its port", {{"response_full", "the Stack Engine has not taken words", "list memory"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> StackSram::statistic_rows() {
  using Row = StatisticsOf<StackSram, Unit>;
  return {Row::sum("words_read", &StackSram::words_read, "words", "§4.2", "words read"),
          Row::sum("words_written", &StackSram::words_written, "words", "§4.2", "words written")};
}

}  // namespace collisionchip
