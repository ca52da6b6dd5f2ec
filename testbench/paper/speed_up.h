// The chip against software on this host: Figure 13.
#pragma once

#include <string>

#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip {

double chip_microseconds(double cycles);  // at 266 MHz, which every preset has

// How many times as fast the chip is. "traversal": both sides without set-up of the pose, as the paper
// compares them. "query": what a user waits for, with set-up on either side and the chip's PCI transfers.
// "mean": average over the turn; "worst": the slowest orientation of the software by the slowest of the chip.
struct SpeedUp {
  double traversal_mean, traversal_worst;
  double query_mean, query_worst;
};

// `chip`: a point of a chip (answer_numbers()), `host` of measure_host() for the same turn.
SpeedUp speed_up(const Turn& chip, const Turn& host, const std::string& software);

}  // namespace collisionchip
