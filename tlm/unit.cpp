#include "tlm/unit.h"

#include <algorithm>

#include "tlm/channel.h"

namespace collisionchip {

Unit::Unit(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_core::sc_module(name), config_(config), clock_(config.chip.clock_period_ps) {
  SC_HAS_PROCESS(Unit);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Unit::run() {
  const Cycle now = clock_.now();
  scheduled_ = kNever;
  Cycle next = step(now);
  for (const ChannelBase* input : inputs_) {
    const Cycle visible = input->front_visible();
    if (visible > now) next = std::min(next, visible);
  }
  if (next != kNever) wake_at(next);
}

}  // namespace collisionchip
