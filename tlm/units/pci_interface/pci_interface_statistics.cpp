// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"

namespace collisionchip {

const std::vector<AccountMeaning>& PciInterface::account_meanings() {
  static const std::vector<AccountMeaning> all = {{"", "a transfer is on the bus", {}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> PciInterface::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<PciInterface, Unit>;
  return {
      Row::sum("reads", &S::reads, "transfers", "§4",
               "reads of registers and of the Pointer FIFO since the reset before the query"),
      Row::sum("writes", &S::writes, "transfers", "§4", "writes of registers and matrices since this reset"),
      Row::sum("words_read", &S::words_read, "words of 32 bits", "§4", "32-bit words of these reads"),
      Row::sum("words_written", &S::words_written, "words of 32 bits", "§4", "32-bit words of these writes"),
      Row::sum("fifo_words", &S::fifo_words, "words of 32 bits", "§4.3",
               "words read from the Pointer FIFO: two per entry")};
}

ClosingSums PciInterface::closing_sums() {
  using namespace closing;
  return {{{number("fifo_words")}, kAtMost, {number("words_read")}},
          {{number("reads")}, kAtMost, {number("words_read")}},
          {{number("writes")}, kAtMost, {number("words_written")}}};
}

}  // namespace collisionchip
