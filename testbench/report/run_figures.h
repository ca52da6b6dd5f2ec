// The figures of a run and its queries that the page shows, as texts. They are computed here, in the same way as the terminal's
// (testbench/account/key_figures.h), and not by a script of the page.
#pragma once

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/account/key_figures.h"
#include "collisionchip/testbench/report/run_folder.h"

namespace collisionchip {

// Adds members to a chip's query from read_run_folder(): "figures", an array of {"name", "value", "about"}; "roofs", an array
// of {"name", "share", "pairs_per_1000_cycles" if the share is not 0} with the lowest roof first; and "roofline", the query's
// place under its roofs, with what its bytes are for.
void add_figures(nlohmann::ordered_json& query, const nlohmann::ordered_json& run);

// The numbers of all queries of a chip together.
KeyNumbers numbers_of_run(const RunFolder& folder);

// The sum of a counter over all queries; 0 if the machine lacks it.
std::uint64_t counted(const RunFolder& folder, const std::string& counter);

}  // namespace collisionchip
