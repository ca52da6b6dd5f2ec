#include "collisionchip/testbench/account/deadline.h"

#include <fmt/format.h>

#include "collisionchip/testbench/account/query_times.h"

namespace collisionchip {

double seconds_of(const ChipAnswer& answer) {
  return static_cast<double>(total_ns(answer.host)) / 1e9;
}

void DeadlineCount::add(double seconds) {
  if (seconds > slowest_seconds) {
    slowest_seconds = seconds;
    slowest = met + missed;
  }
  ++(seconds <= kHapticDeadline ? met : missed);
}

void DeadlineCount::add(const DeadlineCount& later) {
  if (later.slowest_seconds > slowest_seconds) {
    slowest_seconds = later.slowest_seconds;
    slowest = met + missed + later.slowest;
  }
  met += later.met;
  missed += later.missed;
}

std::string DeadlineCount::text(const std::string& of_whom) const {
  return fmt::format("  haptic     {} steps, {:.0f} ms each: {} met, {} missed; slowest {} (pose {}), {}\n",
                     met + missed, 1e3 * kHapticDeadline, met, missed, time_text(1e9 * slowest_seconds),
                     slowest, of_whom);
}

}  // namespace collisionchip
