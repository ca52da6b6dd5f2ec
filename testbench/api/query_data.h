// A run whose question is made already. Private to the library.
#pragma once

#include "collisionchip/testbench/api/query.h"
#include "collisionchip/testbench/run/asker.h"

namespace collisionchip::api {

// `summary`: what is known about the run before it starts. Throws Interrupted if stop() returns true, Disagreement if answers differ.
QueryRecord ask(PoseQuestion question, RunSummary summary, const BatchOptions& options);

}  // namespace collisionchip::api
