#include "collisionchip/tlm/chip/chip_clock.h"

#include <cmath>
#include <string>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

constexpr long long kFemtoseconds = 1000;  // of a picosecond: the kernel knows nothing shorter

// sc_time would be rounded to the resolution.
void check_resolution(long long period_ps) {
  const sc_core::sc_time resolution = sc_core::sc_get_time_resolution();
  const long long step = std::llround(resolution.to_seconds() * 1e15);
  if (kFemtoseconds * period_ps % step != 0)
    throw InputError("chip.clock_period_ps",
                     "a whole number of the kernel's time resolution, which is " + resolution.to_string(),
                     ", got " + std::to_string(period_ps) +
                         " ps; sc_set_time_resolution() sets it before the chip is made");
}

}  // namespace

Clock make_clock(const ChipConfig& config) {
  require_exact_arithmetic();
  check_resolution(config.chip.clock_period_ps);
  return Clock(config.chip.clock_period_ps);
}

}  // namespace collisionchip
