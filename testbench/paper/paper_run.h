// `collisionchip paper`: measures every point that is missing
// in a folder and writes tables, claims and figures there.
#pragma once

#include <string>

#include "collisionchip/testbench/paper/paper_plan.h"

namespace collisionchip {

// Files in `folder`: points.jsonl (the finished points), and what write_tables(), write_claims() say. Runs
// again where an earlier run of the same plan stopped. InputError if the folder holds another run or a file
// cannot be read; std::runtime_error if models disagree. Returns the claims for a
// terminal.
std::string run_paper(PaperPlan plan, const std::string& folder);

}  // namespace collisionchip
