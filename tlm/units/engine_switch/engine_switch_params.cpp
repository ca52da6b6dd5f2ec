#include "collisionchip/tlm/units/engine_switch/engine_switch_params.h"

namespace collisionchip {

EngineSwitchParams EngineSwitchParams::of(const Derived& machine) {
  return {machine.clock_period_ps, machine.channels, machine.memory_side};
}

}  // namespace collisionchip
