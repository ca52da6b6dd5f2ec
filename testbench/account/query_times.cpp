#include "collisionchip/testbench/account/query_times.h"

#include <fmt/format.h>

namespace collisionchip {

// Rounding keeps the order of total and parts, so what is left for the overlap is not negative.
QueryTimes query_times(Cycle cycles, Cycle settled_cycles, const HostCharge& host, const ChipConfig& config) {
  const std::uint64_t chip = nanoseconds(cycles, config), with_link = nanoseconds(settled_cycles, config),
                      total = total_ns(host);
  return {chip, with_link - chip, host.ns, with_link + host.ns - total, total};
}

std::uint64_t total_ns(const HostCharge& host) {
  return (host.total_ps + 500) / 1000;
}

QueryTimes query_times(const ChipAnswer& answer, const ChipConfig& config) {
  return query_times(answer.cycles, answer.settled_cycles, answer.host, config);
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
