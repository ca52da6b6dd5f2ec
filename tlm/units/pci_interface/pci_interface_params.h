// What the PCI Interface is built with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collisionchip/tlm/machine/pci_bus.h"

namespace collisionchip {

struct PciInterfaceParams {
  std::uint32_t clock_period_ps = 0;
  PciBus bus;
  std::size_t fifo_threshold = 0;  // entries of the Pointer FIFO that raise the interrupt
  std::uint64_t frame_words = 0;   // of the frame matrices
  std::uint64_t mmm_words = 0;     // of the matrix memory of the DOP Unit
  std::uint32_t queries = 1;       // entries of the command queue
};

}  // namespace collisionchip
