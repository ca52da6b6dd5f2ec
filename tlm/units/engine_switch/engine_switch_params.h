// What the Engine Switch is built with; it has no keys of its own.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"

namespace collisionchip {

struct EngineSwitchParams {
  std::uint32_t clock_period_ps = 0;
  ChannelMap channels;  // from an address to its channel
  SdramKeys sdram;      // from an address to its bank and row in the channel

  static EngineSwitchParams of(const Derived& machine);
};

}  // namespace collisionchip
