// What the PCI Interface is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/host_link.h"

namespace collisionchip {

struct PciInterfaceParams : PciBus {
  std::uint32_t clock_period_ps = 0;
  std::size_t fifo_threshold = 0;  // entries of the Pointer FIFO that raise the interrupt
  std::uint64_t frame_words = 0;   // of the frame matrices
  std::uint64_t mmm_words = 0;     // of the matrix memory of the DOP Unit
  std::uint32_t queries = 1;       // entries of the command queue
  std::uint32_t objects = 0;       // slots of the object table; 0: no Pose Unit
  HostLink link{};                 // how long transfers take

  static PciInterfaceParams of(const PciBus& keys, const Derived& machine);
};

}  // namespace collisionchip
