// The SDRAM's command pins, for a Memory Controller with a command sequencer of its own (the RTL's). It finds
// them by a debug transaction with this extension; a memory that has pins fills it in and makes no commands
// itself from then on.
//
// The reads still begin as base protocol transactions, in order: the memory answers the oldest one by
// BEGIN_RESP in the cycle of its READ, with the CAS latency as delay.
#pragma once

#include <tlm>

#include "collisionchip/tlm/memory/sdram_command.h"

namespace collisionchip {

class SdramPins {
 public:
  // The command is on the pins in this cycle. Of READ `row` is the row that ACTIVATE opened.
  virtual void drive(const SdramCommand& command) = 0;

 protected:
  ~SdramPins() = default;
};

class SdramPinsRequest : public tlm::tlm_extension<SdramPinsRequest> {
 public:
  SdramPins* pins = nullptr;

  tlm::tlm_extension_base* clone() const override { return new SdramPinsRequest(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const SdramPinsRequest&>(other);
  }
  void free() override {}  // belongs to whoever asks
};

}  // namespace collisionchip
