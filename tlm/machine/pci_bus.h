// The PCI bus that the host reaches the chip by, and how long a transfer takes on it.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct PciBus {
  std::uint32_t clock_cycles = 8;       // chip cycles per PCI clock (33 MHz)
  std::uint32_t address_clocks = 1;     // PCI clocks before the first data phase
  std::uint32_t wait_clocks = 2;        // target wait states before the first data phase of a read
  std::uint32_t turnaround_clocks = 1;  // idle PCI clocks after each transaction
  std::uint32_t burst_words = 64;       // longest burst of one transaction, 32-bit words
  std::uint32_t read_burst_words = 0;   // the same of a read; 0: as long as burst_words
};

// Chip cycles of one transfer of so many 32-bit words.
Cycle pci_transfer_cycles(const PciBus& pci, bool read, std::uint64_t words);

}  // namespace collisionchip
