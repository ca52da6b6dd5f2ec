// The result of a run for a reader at a terminal.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// Pairs, cycles, time, Eq. 5 and one line per unit: busy, stalled (and for what most), idle, in per cent.
std::string to_text(const ChipAnswer& answer, const ChipConfig& config);

// One line with the causes that occurred (reference/triangle/uncertainty.h), empty if there are none.
std::string uncertain_text(const UncertaintyCounts& causes);

// Adds up the answers of many poses: cycles, counts and accounts; pairs are counted, not kept.
class AnswerSum {
 public:
  void add(const ChipAnswer& answer);
  // Text as for one answer, with the average and the slowest query.
  std::string to_text(const ChipConfig& config) const;
  Cycle cycles() const { return sum_.cycles; }
  const ChipAnswer& sum() const { return sum_; }  // without pairs

 private:
  ChipAnswer sum_;
  std::uint64_t pairs_ = 0, queries_ = 0, slowest_ = 0;
  Cycle slowest_cycles_ = 0;
};

}  // namespace collisionchip
