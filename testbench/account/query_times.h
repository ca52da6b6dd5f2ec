// The time of a query in nanoseconds: the chip alone, what bus and doorbell add, the host's own work, and the total. All times that the
// program prints or writes come from here.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct QueryTimes {
  std::uint64_t chip_ns = 0;     // cycles by the chip's clock
  std::uint64_t link_ns = 0;     // time until the last entry has come to the host, without chip_ns
  std::uint64_t host_ns = 0;     // host work that the keys of section host charge
  std::uint64_t overlap_ns = 0;  // part of host_ns while chip and bus work: chip + link + host - total
  std::uint64_t total_ns = 0;    // from handing over the pose until its last pair is settled
};

// `cycles` are the chip's own. `settled_cycles` pass until the last entry has come. Each time is rounded to the nearest nanosecond.
QueryTimes query_times(Cycle cycles, Cycle settled_cycles, const HostCharge& host, const ChipConfig& config);
QueryTimes query_times(const ChipAnswer& answer, const ChipConfig& config);
std::uint64_t total_ns(const HostCharge& host);

// Rounded to the nearest nanosecond.
std::uint64_t nanoseconds(Cycle cycles, const ChipConfig& config);
std::uint64_t nanoseconds(Cycle cycles, std::uint32_t period_ps);

// "2.145 ms"; below 1 ms "537.086 us", below 1 us "85 ns".
std::string time_text(double nanoseconds);

}  // namespace collisionchip
