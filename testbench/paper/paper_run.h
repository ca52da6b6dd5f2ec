// `collisionchip paper`: evaluates and measures what is missing in a folder, writes tables and claims there.
#pragma once

#include <string>

#include "collisionchip/testbench/paper/paper_plan.h"

namespace collisionchip {

constexpr const char* kPaperStore = "results.sqlite";    // testbench/explore/result_store.h
constexpr const char* kPaperTimes = "host/times.jsonl";  // testbench/paper/host_times.h
constexpr const char* kEarlierPoints = "points.jsonl";   // what earlier versions kept instead

// Files in `folder`: the first two above, and what write_tables() says. Runs again where an earlier run of
// the same plan stopped. InputError if the folder holds another run or one of an earlier version, if
// another process writes there, or if a file cannot be read; std::runtime_error if models disagree. Returns
// the claims for a terminal.
std::string run_paper(PaperPlan plan, const std::string& folder);

}  // namespace collisionchip
