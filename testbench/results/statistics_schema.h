// docs/stats.schema.json: what a statistics file (testbench/results/result_files.h) may hold, as JSON Schema
// 2020-12. Units, causes, counters and histograms come from the table of statistics.
#pragma once

#include <string>

namespace collisionchip {

std::string statistics_schema();

}  // namespace collisionchip
