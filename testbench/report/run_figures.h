// The figures that the page shows of a run and of its queries, as texts: computed here, where the terminal's come from
// (testbench/account/key_figures.h), and by no script of the page.
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

// A counter, of all queries; 0 if the machine has none.
std::uint64_t counted(const RunFolder& folder, const std::string& counter);

}  // namespace collisionchip
