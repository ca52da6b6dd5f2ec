// What `collide` prints when all poses are answered.
#pragma once

#include "collisionchip/testbench/cli/collide_question.h"
#include "collisionchip/testbench/run/answer_batch.h"

namespace collisionchip {

// `full`: all of a chip's accounts.
void print_collide(const CollideJob& job, const RunSummary& summary, const AnswerTotals& totals, bool full);

}  // namespace collisionchip
