// A run whose question is made already. Private to the library.
#pragma once

#include "collisionchip/testbench/api/query.h"
#include "collisionchip/testbench/run/asker.h"

namespace collisionchip::api {

// `summary`: what is known of the run before it. Interrupted if stop() says so, Disagreement if answers do not agree.
QueryRecord ask(PoseQuestion question, RunSummary summary, const BatchOptions& options);

}  // namespace collisionchip::api
