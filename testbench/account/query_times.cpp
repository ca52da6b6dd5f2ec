#include "collisionchip/testbench/account/query_times.h"

#include <fmt/format.h>

namespace collisionchip {

QueryTimes query_times(Cycle cycles, Cycle settled_cycles, const ChipConfig& config) {
  const std::uint64_t chip = nanoseconds(cycles, config), total = nanoseconds(settled_cycles, config);
  return {chip, total - chip, total};
}

std::uint64_t nanoseconds(Cycle cycles, std::uint32_t period_ps) {
  return (cycles * period_ps + 500) / 1000;
}

std::uint64_t nanoseconds(Cycle cycles, const ChipConfig& config) {
  return nanoseconds(cycles, config.chip.clock_period_ps);
}

std::string time_text(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.0f} ns", nanoseconds);
  return nanoseconds < 1e6 ? fmt::format("{:.3f} us", 1e-3 * nanoseconds)
                           : fmt::format("{:.3f} ms", 1e-6 * nanoseconds);
}

}  // namespace collisionchip
