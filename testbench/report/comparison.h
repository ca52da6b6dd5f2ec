// Two or more runs side by side: their figures, times first, each with its ratio to the first run's, and the keys that differ.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/report/run_folder.h"

namespace collisionchip {

// {"runs": [names], "figures": [{"name", "values": [text], "ratios": [text]}], "keys": [[key, value of each run]]}. "-" stands for
// a figure that a run has none of, and for a key of a unit that its machine lacks; a ratio is empty where there is none to show.
nlohmann::ordered_json comparison_json(const std::vector<RunFolder>& folders);

}  // namespace collisionchip
