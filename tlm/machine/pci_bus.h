// The PCI bus by which the host reaches the chip, its keys (section `pci`), and how long a transfer takes on it.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct PciBus {
  std::uint32_t clock_cycles = 8;
  std::uint32_t address_clocks = 1;
  std::uint32_t wait_clocks = 2;
  std::uint32_t turnaround_clocks = 1;
  std::uint32_t burst_words = 64;
  std::uint32_t read_burst_words = 0;

  static constexpr const char* kSection = "pci";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = PciBus;
    key(&K::clock_cycles,
        integer("clock_cycles", "cycles", {1, 64}, "ours", "chip cycles per PCI clock (8: 33 MHz)"));
    key(&K::address_clocks, integer("address_clocks", "PCI clocks", {1, 16}, "ours",
                                    "address phase before the first data phase"));
    key(&K::wait_clocks, integer("wait_clocks", "PCI clocks", {0, 16}, "ours",
                                 "target wait states before the first data phase of a read"));
    key(&K::turnaround_clocks,
        integer("turnaround_clocks", "PCI clocks", {0, 16}, "ours", "idle clocks after each transaction"));
    key(&K::burst_words, integer("burst_words", "words", {1, 1024}, "ours",
                                 "longest burst of one transaction, in 32-bit words"));
    key(&K::read_burst_words, integer("read_burst_words", "words", {0, 1024}, "ours",
                                      "longest burst of a read; 0: as `burst_words`; 1: single reads, as of "
                                      "a processor behind a bridge")
                                  .only("pci_interface")
                                  .added_with(0));
  }
};

// Chip cycles of one transfer of so many 32-bit words.
Cycle pci_transfer_cycles(const PciBus& pci, bool read, std::uint64_t words);

}  // namespace collisionchip
