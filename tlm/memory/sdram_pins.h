// The SDRAM's command pins, for a Memory Controller with its own command sequencer (the RTL's): an
// interface that the board binds to it in addition to the TLM socket. A memory without pins, or a controller that
// does not use them, leaves the port unbound.
//
// The reads still begin as base protocol transactions, in order: the memory answers the oldest one by
// BEGIN_RESP in the cycle of its READ, with the CAS latency as delay.
#pragma once

#include <systemc>

#include "collisionchip/tlm/memory/sdram_command.h"

namespace collisionchip {

class SdramPins : public virtual sc_core::sc_interface {
 public:
  // From now on the commands are the caller's, and the memory makes none. Before the first read.
  virtual void take_over() = 0;
  // The command is on the pins in this cycle. A READ's `row` is the row that ACTIVATE opened.
  virtual void drive(const SdramCommand& command) = 0;
};

using SdramPinsPort = sc_core::sc_port<SdramPins, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

}  // namespace collisionchip
