// The summary of a run when all its poses are answered, in its statistics file and on the terminal.
#pragma once

#include <string>

#include "collisionchip/testbench/run/asker.h"

namespace collisionchip {

// Adds the sums of the answers. The question and the wall-clock time are in the summary already.
void add_totals(RunSummary& summary, const PoseQuestion& question, const AnswerTotals& totals);

// "PARITY: tlm = reference: ...", and a second line for a chip with RTL units.
std::string parity_text(const PoseQuestion& question, const AnswerTotals& totals);

}  // namespace collisionchip
