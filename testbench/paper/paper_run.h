// `collisionchip paper`: evaluates and measures what is missing in a folder, writes tables and claims there.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/testbench/paper/paper_plan.h"

namespace collisionchip {

constexpr const char* kPaperStore = "results.sqlite";    // testbench/explore/result_store.h
constexpr const char* kPaperTimes = "host/times.jsonl";  // testbench/paper/host_times.h
constexpr const char* kEarlierPoints = "points.jsonl";   // what earlier versions kept instead

// The folder is locked, has a subfolder for measurements of this host, and is asked for `names`, files below it. InputError
// if it cannot be made, if it holds anything but such results, or if a version that kept kEarlierPoints wrote it.
OwnFolder lock_paper_folder(const std::string& folder, const std::vector<std::string>& names);

// Files in `folder`: the first two above, and what write_tables() says. Runs again where an earlier run of
// the same plan stopped. InputError if the folder holds another run or one of an earlier version, if
// another process writes there, or if a file cannot be read; Disagreement if models disagree.
// `beside`: folders of other runs, whose verdicts are named where they differ (turned_verdicts.h). Returns
// the claims for a terminal.
std::string run_paper(PaperPlan plan, const std::string& folder, const std::vector<std::string>& beside = {});

}  // namespace collisionchip
