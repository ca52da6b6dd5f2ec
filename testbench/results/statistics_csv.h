// The queries of a statistics file (testbench/results/result_files.h)
// as a table for notebooks and spreadsheets.
#pragma once

#include <cstdint>
#include <string>

namespace collisionchip {

// One row per query in the order of the file, one column per number of the query. Columns are named
// after the members: `pairs`, `matrix.0` to `matrix.11`, `stack_engine.busy`,
// `stack_engine.stalled.transform`, and the statistics by their own names. A histogram is one
// cell, `value:count` with a space between two. Needs no memory for more than a line. InputError
// that names file and line if `json_path` is no statistics file, is cut short, or has queries
// with different members; if `csv_path` cannot be written. Returns the number of rows.
std::uint64_t write_statistics_csv(const std::string& json_path, const std::string& csv_path);

}  // namespace collisionchip
