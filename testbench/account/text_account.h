// The result of a run for a reader at a terminal.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/account/answer_sum.h"
#include "collisionchip/testbench/account/key_figures.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// `pairs` is the number of pairs, because the answer may come without its pairs.
KeyNumbers key_numbers(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config,
                       const MachineFacts& machine);
// The roofs of the query: what bounds it.
std::vector<Roof> roofs_of(const ChipAnswer& answer, const MachineFacts& machine);

// Key figures, work, and one line per unit: busy, stalled (with the main cause) and idle, in per cent.
std::string to_text(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config);

// One line with the causes that occurred (reference/triangle/uncertainty.h), empty if there are none.
std::string uncertain_text(const UncertaintyCounts& causes);

// The same for many poses together, with the average and the slowest query.
std::string to_text(const AnswerSum& sum, const ChipConfig& config);

}  // namespace collisionchip
