// Force feedback asks a thousand times a second (Abstract, §1). An answer that takes more than a millisecond is late.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/testbench/host/chip_answer.h"

namespace collisionchip {

constexpr double kHapticDeadline = 1e-3;  // seconds

// The time from handing over the pose until its last pair is settled, to the nearest nanosecond as in the files.
double seconds_of(const ChipAnswer& answer);

class DeadlineCount {
 public:
  // Adds the time of the next query.
  void add(double seconds);
  // Adds the counts of later queries.
  void add(const DeadlineCount& later);

  std::uint64_t met = 0, missed = 0;
  double slowest_seconds = 0;
  std::uint64_t slowest = 0;  // number of the slowest query, from 0; the first of equals

  // "  haptic     ...": one line. `of_whom` ends the line and says what the times are: "transfers over PCI included".
  std::string text(const std::string& of_whom) const;
};

}  // namespace collisionchip
