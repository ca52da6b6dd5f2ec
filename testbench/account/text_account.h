// The result of a run for a reader at a terminal.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/account/answer_sum.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// Pairs, cycles, time, Eq. 5 and one line per unit: busy, stalled (and for what most), idle, in per cent.
// `pairs`: how many, for the answer need not have them.
std::string to_text(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config);

// One line with the causes that occurred (reference/triangle/uncertainty.h), empty if there are none.
std::string uncertain_text(const UncertaintyCounts& causes);

// Likewise of many poses, with the average and the slowest query.
std::string to_text(const AnswerSum& sum, const ChipConfig& config);

}  // namespace collisionchip
