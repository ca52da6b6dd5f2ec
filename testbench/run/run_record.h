// What is said of a run when all its poses are answered, in its statistics file and below it.
#pragma once

#include <string>

#include "collisionchip/testbench/run/asker.h"

namespace collisionchip {

// Adds what the answers come to; what was asked, and how long it took by the wall, stands in the summary already.
void add_totals(RunSummary& summary, const PoseQuestion& question, const AnswerTotals& totals);

// "PARITY: tlm = reference: ...", and of a chip with RTL units a second line.
std::string parity_text(const PoseQuestion& question, const AnswerTotals& totals);

}  // namespace collisionchip
