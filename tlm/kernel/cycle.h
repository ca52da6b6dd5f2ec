// Time is counted in whole cycles of the chip.
#pragma once

#include <cstdint>

namespace collisionchip {

using Cycle = std::uint64_t;
constexpr Cycle kNever = ~Cycle{0};

}  // namespace collisionchip
