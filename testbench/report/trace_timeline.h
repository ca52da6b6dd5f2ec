// What the report's timeline takes from a trace: units, lists, memory reads and SDRAM banks of some queries.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "collisionchip/testbench/report/page.h"
#include "collisionchip/testbench/report/run_folder.h"
#include "collisionchip/testbench/report/trace_track.h"

namespace collisionchip {

// An array with one entry per query: {"pose", "sub_query", "cycles", "from", "to", "tracks"}; tracks as in
// testbench/report/trace_track.h. Queries are taken in their order, from the first cycle in `detail` on,
// until the page has enough of single phases. InputError when the trace is damaged or of another run.
nlohmann::ordered_json timeline_json(const std::string& file, const RunFolder& folder,
                                     const TraceDetail& detail, ReportPage& page);

}  // namespace collisionchip
