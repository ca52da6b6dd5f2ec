// What the adapters of Verilated units share: a unit of the chip whose inside is RTL. It keeps the TLM unit's
// ports, accounts and statistics; what happens in a cycle is the RTL's word.
//
// `Pins` is a plain struct of the RTL's pins with evaluate(), clock() and reset(), defined in a source of its
// own: Verilator's headers and SystemC's never meet. In each cycle the adapter samples the channels onto the
// input pins, lets the RTL evaluate, puts and pops as the output pins say, and gives the clock edge. `idle_o`
// set means that nothing changes until an input does: such cycles are skipped.
#pragma once

#include <utility>

#include "collisionchip/tlm/kernel/unit.h"

namespace collisionchip {

template <typename TlmUnit, typename Pins>
class RtlUnit : public TlmUnit {
 public:
  template <typename... Arguments>
  explicit RtlUnit(Arguments&&... arguments) : TlmUnit(std::forward<Arguments>(arguments)...) {}

 protected:
  // Channels to input pins; then output pins to channels.
  virtual void sample(Cycle now) = 0;
  virtual void act(Cycle now) = 0;

  virtual void reset_rtl() { pins_.reset(); }

  void reset_state() override {
    TlmUnit::reset_state();
    reset_rtl();
  }

  Pins pins_;

 private:
  Cycle step(Cycle now) final {
    sample(now);
    pins_.evaluate();
    act(now);
    const bool idle = pins_.idle_o;
    pins_.clock();
    return idle ? kNever : now + 1;
  }
};

}  // namespace collisionchip
