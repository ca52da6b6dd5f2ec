// What the Engine Switch is built with.
#pragma once

#include <cstdint>

namespace collisionchip {

struct EngineSwitchParams {
  std::uint32_t clock_period_ps = 0;
};

}  // namespace collisionchip
