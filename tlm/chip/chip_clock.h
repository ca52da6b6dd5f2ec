// The clock of a machine that is made.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/clock.h"

namespace collisionchip {

// InputError if its period is no whole number of the kernel's time resolution, or if the arithmetic of this thread is not the chip's
// (reference/arithmetic/host_arithmetic.h).
Clock make_clock(const ChipConfig& config);

}  // namespace collisionchip
