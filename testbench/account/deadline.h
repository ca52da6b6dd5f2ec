// Force feedback asks a thousand times a second (Abstract, §1): each answer is there within a millisecond,
// or late.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/testbench/host/chip_answer.h"

namespace collisionchip {

constexpr double kHapticDeadline = 1e-3;  // seconds

// From handing over the pose until its last pair is settled, to the nearest nanosecond as in the files.
double seconds_of(const ChipAnswer& answer);

class DeadlineCount {
 public:
  // The next query took so many seconds.
  void add(double seconds);
  // Of the queries behind those of this one.
  void add(const DeadlineCount& later);

  std::uint64_t met = 0, missed = 0;
  double slowest_seconds = 0;
  std::uint64_t slowest = 0;  // the first of the slowest, from 0

  // "  haptic     ...": one line. `of_whom`: what the times are of.
  std::string text(const std::string& of_whom) const;
};

}  // namespace collisionchip
