// A run of `collide`: all poses asked, the answers written and printed.
#pragma once

#include "collisionchip/testbench/cli/collide_question.h"

namespace collisionchip {

// The exit status. Interrupted if a signal came.
int run_collide(const CollideJob& job, const AnswerOptions& answers);

}  // namespace collisionchip
