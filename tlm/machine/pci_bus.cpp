#include "collisionchip/tlm/machine/pci_bus.h"

namespace collisionchip {

Cycle pci_transfer_cycles(const PciBus& pci, bool read, std::uint64_t words) {
  const std::uint32_t longest = read && pci.read_burst_words != 0 ? pci.read_burst_words : pci.burst_words;
  const std::uint64_t bursts = (words + longest - 1) / longest;
  const std::uint64_t overhead = pci.address_clocks + (read ? pci.wait_clocks : 0) + pci.turnaround_clocks;
  return (bursts * overhead + words) * pci.clock_cycles;
}

}  // namespace collisionchip
