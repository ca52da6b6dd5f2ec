// Chip cycles and SystemC time. Cycles are counted in 64-bit integers; sc_time is only made from them.
#pragma once

#include <systemc>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

class Clock {
 public:
  explicit Clock(std::uint32_t period_ps)
      : period_(sc_core::sc_time(static_cast<double>(period_ps), sc_core::SC_PS).value()) {}

  Cycle now() const { return sc_core::sc_time_stamp().value() / period_; }
  sc_core::sc_time duration(Cycle cycles) const { return sc_core::sc_time::from_value(cycles * period_); }
  // Annotated TLM delays are whole cycles; a stranger's fraction counts as the cycle it ends in.
  Cycle cycles(const sc_core::sc_time& delay) const { return (delay.value() + period_ - 1) / period_; }

 private:
  sc_core::sc_time::value_type period_;
};

}  // namespace collisionchip
