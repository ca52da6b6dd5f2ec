// What the Engine Switch is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/memory/sdram_keys.h"

namespace collisionchip {

struct EngineSwitchParams {
  std::uint32_t clock_period_ps = 0;
  ChannelMap channels;  // what lies in which channel
  SdramKeys sdram;      // and in which row of which bank of it
};

}  // namespace collisionchip
